//! Without a network: the script that keeps the page's files is registered
//! here, and a newer version is offered. It takes the old one's place when the
//! reader says so, or when no page of the old one is open any more; work that
//! is under way goes on until then.
//!
//! Absent on purpose: what is kept, which `web/offline.js` knows.

use super::embed::is_embedded;
use super::icon::icon;
use super::open::{Beside, Named, open_all};
use super::state::{AppState, app_state};
use super::words::t;
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use std::cell::Cell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{File, ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};

/// The page and its first trace come first, in ms.
const LATER_MS: u32 = 3_000;
/// How often is looked for a newer version at most, in ms.
const LOOK_EVERY_MS: f64 = 3_600_000.0;
/// What the script takes as the reader's word.
const TAKE_OVER: &str = "take over";

/// The version that waits, if any.
pub type Newer = RwSignal<Option<Waiting>, LocalStorage>;

#[derive(Clone)]
pub struct Waiting(ServiceWorker);

thread_local! {
    static ACCEPTED: Cell<bool> = const { Cell::new(false) };
}

/// Has the page kept for use without a network, where the build wants it.
pub fn keep(state: AppState) {
    take_launched(state);
    let script = document()
        .query_selector("meta[name=offline-worker]")
        .ok()
        .flatten()
        .and_then(|meta| meta.get_attribute("content"))
        .filter(|script| !script.is_empty());
    let container = window().navigator().service_worker();
    // A frame of another page keeps nothing; pages that are not served over
    // https have no such thing.
    let (Some(script), false) = (script, is_embedded() || container.is_undefined()) else { return };
    EventListener::new(&container, "controllerchange", |_| {
        if ACCEPTED.get() {
            reload();
        }
    })
    .forget();
    Timeout::new(LATER_MS, move || {
        spawn_local(async move {
            // Browsers that keep nothing, as in private windows, refuse.
            let _ = register(state, &container, &script).await;
        });
    })
    .forget();
}

async fn register(state: AppState, container: &ServiceWorkerContainer, script: &str) -> Result<(), JsValue> {
    let registration: ServiceWorkerRegistration =
        JsFuture::from(container.register(script)).await?.unchecked_into();
    watch(state, &registration);
    let own = registration.clone();
    EventListener::new(&registration, "updatefound", move |_| watch(state, &own)).forget();
    let looked = Cell::new(js_sys::Date::now());
    EventListener::new(&document(), "visibilitychange", move |_| {
        let now = js_sys::Date::now();
        if !document().hidden() && now - looked.get() >= LOOK_EVERY_MS {
            looked.set(now);
            let looking = registration.update();
            spawn_local(async move {
                // Without a network there is no newer version.
                if let Ok(looking) = looking {
                    let _ = JsFuture::from(looking).await;
                }
            });
        }
    })
    .forget();
    Ok(())
}

/// Offers the version that waits, or the one that is being fetched once it does.
///
/// A busy page hears of a version late: it may be past being fetched by then.
fn watch(state: AppState, registration: &ServiceWorkerRegistration) {
    // The first version of all is no newer one; that of a page above this one is
    // another page's.
    let is_newer = |own: &ServiceWorkerRegistration| own.active().is_some();
    if let Some(waiting) = registration.waiting().filter(|_| is_newer(registration)) {
        offer(state, waiting);
    }
    let Some(installing) = registration.installing() else { return };
    let own = registration.clone();
    EventListener::new(&installing.clone(), "statechange", move |_| {
        if installing.state() == ServiceWorkerState::Installed && is_newer(&own) {
            offer(state, installing.clone());
        }
    })
    .forget();
}

fn offer(state: AppState, worker: ServiceWorker) {
    state.newer.set(Some(Waiting(worker)));
}

/// Makes the newer version the one that runs.
fn accept(Waiting(worker): &Waiting) {
    ACCEPTED.set(true);
    // Another window may have accepted it already.
    let waits = worker.state() == ServiceWorkerState::Installed;
    if !waits || worker.post_message(&TAKE_OVER.into()).is_err() {
        reload();
    }
}

fn reload() {
    // Fails only where scripts may not move the page.
    let _ = window().location().reload();
}

/// Says that there is a newer version.
#[component]
pub fn NewerNotice() -> impl IntoView {
    let state = app_state();
    move || {
        state.language.track();
        state.newer.get().map(|waiting| {
            view! {
                <div class="newer" role="status">
                    {icon("retry")}
                    <span>{t("newer-text")}</span>
                    <button class="btn main small" on:click=move |_| accept(&waiting)>{t("newer-reload")}</button>
                    <button class="btn bare small" on:click=move |_| state.newer.set(None)>{t("newer-later")}</button>
                </div>
            }
        })
    }
}

/// Opens files with which the system started the installed page.
fn take_launched(state: AppState) {
    let get = |of: &JsValue, key: &str| js_sys::Reflect::get(of, &key.into()).ok();
    let Some(queue) = get(&window(), "launchQueue").filter(JsValue::is_object) else { return };
    let Some(consume) = get(&queue, "setConsumer").and_then(|set| set.dyn_into::<js_sys::Function>().ok())
    else {
        return;
    };
    let take = Closure::<dyn Fn(JsValue)>::new(move |launch: JsValue| {
        let handles = js_sys::Reflect::get(&launch, &"files".into()).unwrap_or_default();
        if !handles.is_object() {
            return;
        }
        let handles = js_sys::Array::from(&handles);
        spawn_local(async move {
            let mut files = Vec::new();
            for handle in handles.iter() {
                files.extend(file_of(&handle).await);
            }
            open_all(state, files.into_iter().map(Named::file).collect(), Beside::Keep);
        });
    });
    // A browser that knows the queue takes a function.
    let _ = consume.call1(&queue, take.as_ref());
    // Lives as long as the page.
    take.into_js_value();
}

async fn file_of(handle: &JsValue) -> Option<File> {
    let get: js_sys::Function = js_sys::Reflect::get(handle, &"getFile".into()).ok()?.dyn_into().ok()?;
    let promise: js_sys::Promise = get.call0(handle).ok()?.dyn_into().ok()?;
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}
