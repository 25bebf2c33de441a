//! A file or address that gave no trace: what it is, why it stops there, and
//! what to do next.

use super::client::Source;
use super::clipboard::copy;
use super::icon::{icon, small_icon};
use super::open::picker::{Pick, pick};
use super::open::retry;
use super::report::failure_report;
use super::state::{AppState, Load, LoadStatus, Tab, app_state};
use super::words::{has, t, tv};
use crate::engine::protocol::LoadFailure;
use crate::link::host;
use crate::text::Value;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    AbortController, RequestCache, RequestInit, RequestMode, RequestRedirect, Response, ResponseType, Url,
};

/// Message id of an address that could not be fetched.
const BLOCKED: &str = "fetch-blocked";
/// Message id of a file that is a web page, and what is said instead where a
/// host sent it.
const PAGE: (&str, &str) = ("sniff-html", "fetch-page");

#[component]
pub fn Failure(load: Load) -> impl IntoView {
    let state = app_state();
    let LoadStatus::Failed(failure) = load.status.get_untracked() else { return ().into_any() };
    let url = state.sources.with_value(|sources| match sources.get(&load.load).map(|named| &named.source) {
        Some(Source::Url(url)) => Some(url.clone()),
        _ => None,
    });
    match url {
        Some(url) if failure.message == BLOCKED => blocked(state, load, &failure, url),
        Some(url) if failure.message == PAGE.0 => {
            let host = Url::new(&url).map(|url| url.host()).unwrap_or_default();
            let mut failure = LoadFailure { message: PAGE.1.to_owned(), ..failure };
            failure.args.push(("host".to_owned(), host));
            not_a_trace(state, load, &failure, Some(url))
        }
        url => not_a_trace(state, load, &failure, url),
    }
}

fn not_a_trace(state: AppState, load: Load, failure: &LoadFailure, url: Option<String>) -> AnyView {
    let can_retry = url.is_some();
    let title = part(failure, "title").unwrap_or_else(|| failure.message.clone());
    let text = part(failure, "text").unwrap_or_default();
    let more = part(failure, "more");
    let known = failure.command.is_some();
    let command = failure.command.clone().map(|command| command_box(state, command, "copy-command"));
    let bytes = (!failure.first_bytes.is_empty() && !known).then(|| hex(&failure.first_bytes));
    let report = failure_report(failure);
    view! {
        <div class="panel center">
            <div class="box fail" role="alert">
                <h1>{icon(if known { "warn" } else { "bad" })}<span>{title}</span></h1>
                <p>{text}</p>
                {bytes}
                {command}
                {more.map(|more| view! { <p class="dim">{more}</p> })}
                {url.as_deref().and_then(host_note)}
                <div class="acts">
                    <button class="btn main" on:click=move |_| pick(state, Pick::Files)>{t("failed-another")}</button>
                    {can_retry
                        .then(|| {
                            view! {
                                <button class="btn" on:click=move |_| retry(state, load.load)>
                                    {icon("retry")}
                                    {t("failed-retry")}
                                </button>
                            }
                        })}
                    <button class="btn" on:click=move |_| copy(state, report.clone())>{t("copy-report")}</button>
                    <button class="btn bare" on:click=move |_| state.close(Tab::Load(load.load))>
                        {t("failed-close")}
                    </button>
                </div>
                {url.map(|url| view! { <p class="dim address ltr">{url}</p> })}
            </div>
        </div>
    }
    .into_any()
}

/// What is known of the host beforehand.
fn host_note(url: &str) -> Option<AnyView> {
    host::advice(url).map(|advice| view! { <p>{t(advice.message_id())}</p> }.into_any())
}

/// The browser tells the page only that a request failed. Whether the host
/// answers at all can be found out: a request whose answer stays closed to
/// the page does not need the host's permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    Unknown,
    /// The host itself.
    NotAllowed,
    /// The host lets the page read its answer, which sends on to another: that
    /// one does not, or one after it.
    NotAllowedBehind,
    /// By now the page may read the answer.
    Passed,
    Unreachable,
    /// The page's own host does not answer either.
    Offline,
    MixedContent,
}

fn blocked(state: AppState, load: Load, failure: &LoadFailure, url: String) -> AnyView {
    let cause = RwSignal::new(Cause::Unknown);
    let probe_url = url.clone();
    spawn_local(async move {
        // The panel may be gone by then.
        let found = find_cause(&probe_url).await;
        let _ = cause.try_set(found);
    });
    let host = Url::new(&url).map(|url| url.host()).unwrap_or_default();
    let origin = window().location().origin().unwrap_or_default();
    let title = {
        let host = host.clone();
        move || {
            let id = match cause.get() {
                Cause::Unknown => "blocked-checking-title",
                Cause::NotAllowed => "blocked-title",
                Cause::NotAllowedBehind => "blocked-behind-title",
                Cause::Passed => "blocked-passed-title",
                Cause::Unreachable => "blocked-unreachable-title",
                Cause::Offline => "fetch-offline-title",
                Cause::MixedContent => "blocked-mixed-title",
            };
            tv(id, &[("host", (&host).into())])
        }
    };
    let text = move || match cause.get() {
        Cause::Unknown => t("blocked-checking"),
        Cause::NotAllowed => t("blocked-text"),
        Cause::NotAllowedBehind => tv("blocked-behind-text", &[("host", (&host).into())]),
        Cause::Passed => t("blocked-passed-text"),
        Cause::Unreachable => tv("blocked-unreachable-text", &[("host", (&host).into())]),
        Cause::Offline => tv("fetch-offline-text", &[("host", (&host).into())]),
        Cause::MixedContent => t("blocked-mixed-text"),
    };
    // Once sent on from host to host, a request does not name the page any more.
    let cors = move || match cause.get() {
        Cause::NotAllowed => Some((origin.clone(), "blocked-next")),
        Cause::NotAllowedBehind => Some(("*".to_owned(), "blocked-behind-next")),
        _ => None,
    };
    let can_download =
        move || matches!(cause.get(), Cause::NotAllowed | Cause::NotAllowedBehind | Cause::MixedContent);
    let report = failure_report(failure);
    let link = url.clone();
    let note = host_note(&url);
    view! {
        <div class="panel center">
            <div class="box fail" role="alert">
                <h1>{icon("bad")}<span>{title}</span></h1>
                <p>{text}</p>
                {move || {
                    cors().map(|(origin, next)| {
                        let header = format!("Access-Control-Allow-Origin: {origin}");
                        view! {
                            {command_box(state, header, "copy-header")}
                            <p>{t(next)}</p>
                        }
                    })
                }}
                {note}
                <div class="acts">
                    {move || can_download().then(|| download(&url))}
                    <button class="btn" class:main=move || !can_download() on:click=move |_| retry(state, load.load)>
                        {icon("retry")}
                        {t("failed-retry")}
                    </button>
                    <button class="btn" on:click=move |_| copy(state, report.clone())>{t("copy-report")}</button>
                    <button class="btn bare" on:click=move |_| state.close(Tab::Load(load.load))>
                        {t("failed-close")}
                    </button>
                </div>
                <p class="dim address ltr">{link}</p>
            </div>
        </div>
    }
    .into_any()
}

fn download(url: &str) -> AnyView {
    view! {
        <a class="btn main" href=url.to_owned() target="_blank" rel="noopener noreferrer" download>
            {icon("download")}
            {t("blocked-download")}
        </a>
    }
    .into_any()
}

async fn find_cause(url: &str) -> Cause {
    let secure = window().location().protocol().is_ok_and(|protocol| protocol == "https:");
    if secure && url.starts_with("http:") && !is_this_machine(url) {
        return Cause::MixedContent;
    }
    if answers(url, RequestMode::NoCors).await {
        return refusal(url).await;
    }
    // The page's own host is where everything else came from. A request of
    // this kind is never answered from what the browser keeps.
    let own = window().location().href().unwrap_or_default();
    let own = own.split('#').next().unwrap_or_default();
    if answers(own, RequestMode::SameOrigin).await { Cause::Unreachable } else { Cause::Offline }
}

/// Whose answer it is that the page may not read. Asked alone, without what it
/// may send on to, the host gives an answer only where itself it lets the page
/// read.
async fn refusal(url: &str) -> Cause {
    // Not by its head: what hosts allow depends on the method.
    let options = RequestInit::new();
    options.set_redirect(RequestRedirect::Manual);
    options.set_cache(RequestCache::NoStore);
    let abort = AbortController::new().ok();
    options.set_signal(abort.as_ref().map(AbortController::signal).as_ref());
    let answer = JsFuture::from(window().fetch_with_str_and_init(url, &options)).await;
    if let Some(abort) = abort {
        abort.abort();
    }
    match answer.map(|answer| answer.unchecked_into::<Response>().type_()) {
        Err(_) => Cause::NotAllowed,
        Ok(ResponseType::Opaqueredirect) => Cause::NotAllowedBehind,
        Ok(_) => Cause::Passed,
    }
}

/// Whether anything at all comes back. What comes may stay closed to the page.
async fn answers(url: &str, mode: RequestMode) -> bool {
    let options = RequestInit::new();
    options.set_method("HEAD");
    options.set_mode(mode);
    options.set_cache(RequestCache::NoStore);
    JsFuture::from(window().fetch_with_str_and_init(url, &options)).await.is_ok()
}

/// Browsers trust addresses of the machine itself without encryption.
fn is_this_machine(url: &str) -> bool {
    let name = Url::new(url).map(|url| url.hostname()).unwrap_or_default();
    name == "localhost" || name.ends_with(".localhost") || name.starts_with("127.") || name == "[::1]"
}

/// Code with a button that copies it.
fn command_box(state: AppState, code: String, label: &'static str) -> AnyView {
    let text = code.clone();
    view! {
        <div class="cmd ltr">
            <code>{text}</code>
            <button
                class="btn bare small icon"
                aria-label=t(label)
                title=t(label)
                on:click=move |_| copy(state, code.clone())
            >
                {small_icon("copy")}
            </button>
        </div>
    }
    .into_any()
}

/// The first bytes, as numbers and as characters.
fn hex(bytes: &[u8]) -> AnyView {
    let lines = bytes
        .chunks(8)
        .enumerate()
        .map(|(i, line)| {
            let numbers = line.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
            let characters: String = line
                .iter()
                .map(|byte| if byte.is_ascii_graphic() { char::from(*byte) } else { '.' })
                .collect();
            view! {
                <span>{format!("{:04x}", i * 8)}</span>
                {format!("{numbers:<23}")}
                <em>{characters}</em>
                "\n"
            }
        })
        .collect_view();
    view! { <pre class="hex ltr" aria-label=t("failed-bytes")>{lines}</pre> }.into_any()
}

/// A failure in one sentence.
pub fn reason(failure: &LoadFailure) -> String {
    // What has a sentence of its own says in it what to do.
    let whole = has(&failure.message).then(|| in_words(failure, &failure.message));
    whole.or_else(|| part(failure, "title")).unwrap_or_else(|| failure.file.clone())
}

/// A part of a failure's message: `title`, `text` or `more`.
pub fn part(failure: &LoadFailure, name: &str) -> Option<String> {
    let id = format!("{}-{name}", failure.message);
    has(&id).then(|| in_words(failure, &id))
}

fn in_words(failure: &LoadFailure, id: &str) -> String {
    let mut values: Vec<(&str, Value<'_>)> =
        failure.args.iter().map(|(key, value)| (key.as_str(), value.into())).collect();
    if !failure.args.iter().any(|(key, _)| key == "file") {
        values.push(("file", (&failure.file).into()));
    }
    tv(id, &values)
}
