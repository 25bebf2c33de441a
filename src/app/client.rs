//! The page's end of the wire to the engine's worker.
//!
//! Questions go out with a number and come back as answers with that number;
//! [`Client::ask`] waits for one, [`Client::listen`] for several (a search
//! tells its counts while it goes on). Frames have a way of their own,
//! [`Client::frame`]: for each trace one is on its way and at most one waits,
//! and a newer one takes the place of the one that waits.
//!
//! When the worker dies, every question ends without an answer and the page
//! hears [`News::Crashed`].

use super::wire;
use crate::engine::protocol::{Answer, Ask, Event, LoadId, Reply, Request, TraceId, decode, encode};
use crate::link::Packed;
use crate::timeline::frame::{Frame, FrameRequest};
use leptos::prelude::*;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ErrorEvent, File, MessageEvent, Worker};

#[wasm_bindgen]
extern "C" {
    /// From `web/boot.js`: a promise of a worker that listens already.
    #[wasm_bindgen(js_namespace = lowerscope, js_name = startEngineWorker, catch)]
    fn start_engine_worker() -> Result<js_sys::Promise, JsValue>;
}

/// What the worker tells without being asked.
pub enum News {
    Event(Event),
    /// The worker is gone, with everything it held. What it said last.
    Crashed(String),
}

/// Where a load comes from.
#[derive(Clone)]
pub enum Source {
    File(File),
    /// An absolute address, which the worker fetches.
    Url(String),
    /// A small trace that a link holds, with the file that was made of it.
    Packed(File, Rc<Packed>),
    /// Several of these with their names, which are one archive together.
    Set(Rc<[(String, Source)]>),
}

type Listener = Box<dyn FnMut(Option<Answer>)>;
type FrameDone = Box<dyn FnOnce(Frame)>;

/// A handle to the one worker; copies are the same.
#[derive(Clone, Copy)]
pub struct Client(StoredValue<Rc<RefCell<Inner>>, LocalStorage>);

#[derive(Default)]
struct Inner {
    worker: Option<Worker>,
    /// Messages from before the worker listened.
    early: Vec<wire::Message>,
    next_id: u32,
    next_load: u32,
    /// `None` while one runs.
    listeners: FxHashMap<u32, Option<Listener>>,
    frames: FxHashMap<TraceId, FrameLine>,
    news: Option<Rc<dyn Fn(News)>>,
}

/// Frames of one trace.
#[derive(Default)]
struct FrameLine {
    under_way: bool,
    waiting: Option<(FrameRequest, FrameDone)>,
}

/// Ends listening when dropped.
pub struct Listening {
    client: Client,
    id: u32,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let id = self.id;
        // Dropped outside of the borrow: what it holds may be listening too.
        drop(self.client.with(|inner| inner.listeners.remove(&id)));
    }
}

impl Default for Client {
    fn default() -> Self {
        Self::new()
    }
}

impl Client {
    /// Not started yet: what is asked waits.
    pub fn new() -> Self {
        Self(StoredValue::new_local(Rc::new(RefCell::new(Inner::default()))))
    }

    /// Starts the worker and hands its news to `hear`.
    pub fn start(self, hear: impl Fn(News) + 'static) {
        self.with(|inner| inner.news = Some(Rc::new(hear)));
        self.connect();
    }

    /// Starts another worker in place of one that died.
    pub fn restart(self) {
        self.connect();
    }

    /// Asks and waits. `None` when the worker died, or the question was
    /// superseded.
    pub fn ask(self, ask: Ask) -> impl Future<Output = Option<Answer>> {
        let slot = Rc::new(RefCell::new(Slot::default()));
        let fill = slot.clone();
        let id = self.send(ask, Box::new(move |answer| Slot::fill(&fill, answer)));
        OneAnswer { slot, _listening: Listening { client: self, id } }
    }

    /// Asks and hands every answer to `hear`, until the result is dropped.
    pub fn listen(self, ask: Ask, mut hear: impl FnMut(Answer) + 'static) -> Listening {
        let id = self.send(
            ask,
            Box::new(move |answer| {
                if let Some(answer) = answer {
                    hear(answer);
                }
            }),
        );
        Listening { client: self, id }
    }

    /// Asks for a frame; `done` is not called when a newer request for the
    /// same trace took this one's place, or the trace was closed.
    pub fn frame(self, trace: TraceId, frame: FrameRequest, done: impl FnOnce(Frame) + 'static) {
        let done: FrameDone = Box::new(done);
        let now = self.with(|inner| {
            let line = inner.frames.entry(trace).or_default();
            if line.under_way {
                line.waiting = Some((frame, done));
                return None;
            }
            line.under_way = true;
            Some((frame, done))
        });
        if let Some((frame, done)) = now {
            self.send_frame(trace, frame, done);
        }
    }

    /// Begins to read something; events tell how it goes.
    pub fn open(self, name: &str, source: &Source) -> LoadId {
        let load = self.number_load();
        self.post(wire::open(load, name, source));
        load
    }

    /// A number for a load, never used before.
    pub fn number_load(self) -> LoadId {
        self.with(|inner| {
            inner.next_load += 1;
            LoadId(inner.next_load - 1)
        })
    }

    /// Stops a load.
    pub fn cancel(self, load: LoadId) {
        self.post(wire::cancel(load));
    }

    /// Answers [`Event::Choose`].
    pub fn choose(self, load: LoadId, entries: &[u32]) {
        self.post(wire::choose(load, entries));
    }

    fn send_frame(self, trace: TraceId, frame: FrameRequest, done: FrameDone) {
        let mut done = Some(done);
        self.send(
            Ask::Frame { trace, frame },
            Box::new(move |answer| {
                let next = self.with(|inner| {
                    let line = inner.frames.entry(trace).or_default();
                    let next = line.waiting.take();
                    line.under_way = next.is_some();
                    next
                });
                match answer {
                    Some(Answer::Frame { frame, .. }) => {
                        if let Some((frame, done)) = next {
                            self.send_frame(trace, frame, done);
                        }
                        if let Some(done) = done.take() {
                            done(frame);
                        }
                    }
                    // Gone or died: nobody can draw the one that waits either.
                    _ => drop(self.with(|inner| inner.frames.remove(&trace))),
                }
            }),
        );
    }

    fn send(self, ask: Ask, listener: Listener) -> u32 {
        let id = self.with(|inner| {
            inner.next_id = inner.next_id.wrapping_add(1);
            inner.listeners.insert(inner.next_id, Some(listener));
            inner.next_id
        });
        self.post(wire::request(&encode(&Request { id, body: ask })));
        id
    }

    fn post(self, message: wire::Message) {
        self.with(|inner| match &inner.worker {
            Some(worker) => message.post(worker),
            None => inner.early.push(message),
        });
    }

    fn connect(self) {
        spawn_local(async move {
            let worker = async { JsFuture::from(start_engine_worker()?).await?.dyn_into::<Worker>() }.await;
            match worker {
                Ok(worker) => self.attach(worker),
                Err(error) => self.crashed(describe(&error)),
            }
        });
    }

    fn attach(self, worker: Worker) {
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| self.hear(&event));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            self.crashed(event.message());
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // Both live as long as the worker, which the page never lets go of.
        on_message.into_js_value();
        on_error.into_js_value();
        self.with(|inner| {
            for message in inner.early.drain(..) {
                message.post(&worker);
            }
            inner.worker = Some(worker);
        });
    }

    fn hear(self, event: &MessageEvent) {
        match wire::incoming(&event.data()) {
            Some(wire::Incoming::Reply(bytes)) => match decode::<Reply>(&bytes) {
                Some(reply) => self.answered(reply),
                None => self.crashed("the worker is of another version".to_owned()),
            },
            Some(wire::Incoming::Event(bytes)) => match decode::<Event>(&bytes) {
                Some(event) => self.tell(News::Event(event)),
                None => self.crashed("the worker is of another version".to_owned()),
            },
            Some(wire::Incoming::Failed(reason)) => self.crashed(reason),
            None => {}
        }
    }

    fn answered(self, reply: Reply) {
        // Taken out while it runs, so that it may ask the next question.
        let listener = self.with(|inner| inner.listeners.get_mut(&reply.id).and_then(Option::take));
        let Some(mut listener) = listener else { return };
        let more = matches!(&reply.body, Answer::Search(summary) if !summary.complete);
        listener(Some(reply.body));
        let done = self.with(|inner| match inner.listeners.get_mut(&reply.id) {
            Some(place) if more => place.replace(listener),
            _ => {
                inner.listeners.remove(&reply.id);
                Some(listener)
            }
        });
        drop(done);
    }

    fn crashed(self, what: String) {
        let (listeners, frames) = self.with(|inner| {
            if let Some(worker) = inner.worker.take() {
                worker.set_onmessage(None);
                worker.set_onerror(None);
                worker.terminate();
            }
            inner.early.clear();
            (std::mem::take(&mut inner.listeners), std::mem::take(&mut inner.frames))
        });
        drop(frames);
        for mut listener in listeners.into_values().flatten() {
            listener(None);
        }
        self.tell(News::Crashed(what));
    }

    fn tell(self, news: News) {
        if let Some(hear) = self.with(|inner| inner.news.clone()) {
            hear(news);
        }
    }

    fn with<R>(self, run: impl FnOnce(&mut Inner) -> R) -> R {
        self.0.with_value(|inner| run(&mut inner.borrow_mut()))
    }
}

/// Words of a JavaScript error.
pub fn describe(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    }
}

#[derive(Default)]
struct Slot {
    answer: Option<Option<Answer>>,
    waker: Option<Waker>,
}

impl Slot {
    fn fill(slot: &RefCell<Slot>, answer: Option<Answer>) {
        let mut slot = slot.borrow_mut();
        slot.answer = Some(answer);
        if let Some(waker) = slot.waker.take() {
            waker.wake();
        }
    }
}

/// The answer to one question; dropping it stops waiting.
struct OneAnswer {
    slot: Rc<RefCell<Slot>>,
    _listening: Listening,
}

impl Future for OneAnswer {
    type Output = Option<Answer>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut slot = self.slot.borrow_mut();
        match slot.answer.take() {
            Some(answer) => Poll::Ready(answer),
            None => {
                slot.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}
