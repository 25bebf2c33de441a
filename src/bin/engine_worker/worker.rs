//! The page's messages, and the queue of what is to be done.

use super::pause::pause;
use super::post;
use super::reading::{self, Job, Origin};
use super::remote::file_name;
use super::source::LocalFile;
use js_sys::{Array, ArrayBuffer, Reflect, Uint8Array};
use lowerscope::engine::protocol::{Event, LoadId, Request, decode};
use lowerscope::engine::{Engine, Queue, wire};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{AbortController, Blob, MessageEvent};

/// How long questions are answered before others get their turn.
const TURN_MS: f64 = 12.0;

/// Everything that the worker holds. Shared by the message handler and the
/// tasks; never borrowed while one of them waits.
pub struct State {
    pub engine: Engine,
    /// Questions that wait.
    queue: Queue,
    /// Files that wait to be read.
    pub jobs: VecDeque<Job>,
    /// Archives from which a person is choosing.
    pub parked: BTreeMap<LoadId, Job>,
    /// Ends the download that is under way.
    pub abort: Option<(LoadId, AbortController)>,
    is_answering: bool,
    pub is_reading: bool,
}

pub type Shared = Rc<RefCell<State>>;

/// Starts to listen.
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        post::failed(&info.to_string());
    }));
    let state: Shared = Rc::new(RefCell::new(State {
        engine: Engine::new(post::host()),
        queue: Queue::default(),
        jobs: VecDeque::new(),
        parked: BTreeMap::new(),
        abort: None,
        is_answering: false,
        is_reading: false,
    }));
    let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| hear(&state, &event.data()));
    post::scope().set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // Lives as long as the worker.
    hear.into_js_value();
}

fn hear(state: &Shared, data: &JsValue) {
    if let Some(bytes) = buffer(data, wire::REQUEST) {
        if let Some(request) = decode::<Request>(&bytes) {
            state.borrow_mut().queue.push(request);
            answer(state);
        } else {
            post::failed("the page is of another version");
        }
    } else if let Some(load) = load_id(data, wire::OPEN) {
        open(state, load, data);
    } else if let Some(load) = load_id(data, wire::CANCEL) {
        cancel(state, load);
    } else if let Some(load) = load_id(data, wire::CHOOSE) {
        let entries: Vec<u32> = get(data, wire::ENTRIES)
            .map(|list| Array::from(&list).iter().filter_map(|entry| Some(entry.as_f64()? as u32)).collect())
            .unwrap_or_default();
        choose(state, load, &entries);
    }
}

fn open(state: &Shared, load: LoadId, data: &JsValue) {
    let Some(origin) = origin(data) else {
        return post::events(&mut vec![Event::Done { load, cancelled: true }]);
    };
    state.borrow_mut().jobs.push_back(Job { load, origin });
    reading::run(state);
}

fn origin(data: &JsValue) -> Option<Origin> {
    let name = get(data, wire::NAME).and_then(|name| name.as_string()).filter(|name| !name.is_empty());
    let named = || name.clone().unwrap_or_else(|| "file".to_owned());
    if let Some(blob) = get(data, wire::FILE).and_then(|file| file.dyn_into::<Blob>().ok()) {
        Some(Origin::File(LocalFile::new(blob, named()), named()))
    } else if let Some(parts) = get(data, wire::PARTS) {
        Some(Origin::Set(Array::from(&parts).iter().filter_map(|part| origin(&part)).collect(), named()))
    } else {
        let url = get(data, wire::URL)?.as_string()?;
        let name = name.unwrap_or_else(|| file_name(&url));
        Some(Origin::Url(url, name))
    }
}

fn cancel(state: &Shared, load: LoadId) {
    let mut events = Vec::new();
    {
        let mut state = state.borrow_mut();
        if let Some((_, abort)) = state.abort.take_if(|(id, _)| *id == load) {
            abort.abort();
        }
        let is_known = state.jobs.iter().any(|job| job.load == load) || state.parked.contains_key(&load);
        state.jobs.retain(|job| job.load != load);
        state.parked.remove(&load);
        state.engine.cancel(load, &mut events);
        if events.is_empty() && is_known {
            events.push(Event::Done { load, cancelled: true });
        }
    }
    post::events(&mut events);
}

fn choose(state: &Shared, load: LoadId, entries: &[u32]) {
    let mut events = Vec::new();
    {
        let mut state = state.borrow_mut();
        state.engine.choose(load, entries, &mut events);
        if let Some(job) = state.parked.remove(&load)
            && !entries.is_empty()
        {
            state.jobs.push_front(job);
        }
    }
    post::events(&mut events);
    reading::run(state);
}

/// Answers what waits, and goes on with searches, in turns.
fn answer(state: &Shared) {
    if std::mem::replace(&mut state.borrow_mut().is_answering, true) {
        return;
    }
    let state = state.clone();
    spawn_local(async move {
        loop {
            // First, so that a newer frame can take an older one's place.
            pause().await;
            let end = post::now_ms() + TURN_MS;
            loop {
                let request = state.borrow_mut().queue.pop();
                let Some(request) = request else { break };
                let reply = state.borrow_mut().engine.handle(request);
                post::replies(&mut vec![reply]);
                if post::now_ms() >= end {
                    break;
                }
            }
            let mut state = state.borrow_mut();
            if state.queue.is_empty() {
                let mut replies = Vec::new();
                let more = state.engine.work(&mut replies);
                post::replies(&mut replies);
                if !more {
                    state.is_answering = false;
                    return;
                }
            }
        }
    });
}

fn get(data: &JsValue, key: &str) -> Option<JsValue> {
    let value = Reflect::get(data, &key.into()).ok()?;
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

fn buffer(data: &JsValue, key: &str) -> Option<Vec<u8>> {
    let buffer: ArrayBuffer = get(data, key)?.dyn_into().ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

fn load_id(data: &JsValue, key: &str) -> Option<LoadId> {
    let number = get(data, key)?.as_f64()?;
    (number >= 0.0 && number <= f64::from(u32::MAX)).then_some(LoadId(number as u32))
}
