//! Tokens that show by themselves what they are: by the sign that their
//! service begins them with, or as a web token.

use std::ops::Range;

/// A single part that begins like a web token is one from this length on, in bytes.
const SHORTEST_LONE_PART: usize = 40;
/// Behind its begin, what tells a token from a name, in bytes.
const FARTHEST_PROOF: usize = 512;
/// Signs in a row from which on they may be a generator's.
const SHORTEST_RANDOM: usize = 16;

/// How tokens of a service look.
struct Shape {
    start: &'static str,
    /// Characters behind the start, at least.
    least: usize,
    chars: fn(u8) -> bool,
    proof: Proof,
}

/// What tells a token from a name that begins alike.
enum Proof {
    /// Its start and its length.
    Length,
    /// A digit, or as many capitals as a generator makes and no name has.
    Mixed,
    /// A digit.
    Digit,
    /// Letters and digits in a row, longer than words are, and mixed.
    Row,
}

const fn shape(start: &'static str, least: usize, chars: fn(u8) -> bool) -> Shape {
    Shape { start, least, chars, proof: Proof::Digit }
}

/// Capitals and digits alone, so that no name is as long.
const fn capitals(start: &'static str, least: usize) -> Shape {
    Shape { start, least, chars: is_upper, proof: Proof::Length }
}

/// Without anything that joins words.
const fn solid(start: &'static str, least: usize) -> Shape {
    Shape { start, least, chars: is_alnum, proof: Proof::Mixed }
}

pub(super) fn is_alnum(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_upper(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

pub(super) fn is_dashed(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

fn is_dotted(byte: u8) -> bool {
    is_dashed(byte) || byte == b'.'
}

pub(super) fn is_base64(byte: u8) -> bool {
    is_dotted(byte) || b"~+/=".contains(&byte)
}

/// As their makers document them, a little shorter.
const SHAPES: &[Shape] = &[
    // Clouds.
    capitals("AKIA", 16),
    capitals("ASIA", 16),
    capitals("ABIA", 16),
    capitals("ACCA", 16),
    shape("AIza", 30, is_dashed),
    shape("ya29.", 20, is_dashed),
    shape("GOCSPX-", 24, is_dashed),
    shape("dop_v1_", 40, is_alnum),
    shape("doo_v1_", 40, is_alnum),
    shape("dor_v1_", 40, is_alnum),
    shape("dapi", 32, is_alnum),
    shape("tskey-", 20, is_dashed),
    shape("hvs.", 24, is_dashed),
    shape("hvb.", 24, is_dashed),
    // Code and packages.
    solid("ghp_", 30),
    solid("gho_", 30),
    solid("ghu_", 30),
    solid("ghs_", 30),
    solid("ghr_", 30),
    shape("github_pat_", 40, is_word),
    shape("glpat-", 18, is_dotted),
    shape("gldt-", 18, is_dashed),
    shape("glrt-", 18, is_dashed),
    shape("glptt-", 18, is_dashed),
    shape("glcbt-", 18, is_dashed),
    shape("gloas-", 30, is_dashed),
    shape("npm_", 30, is_alnum),
    shape("pypi-", 40, is_dashed),
    shape("rubygems_", 40, is_alnum),
    shape("dckr_pat_", 20, is_dashed),
    shape("dckr_oat_", 20, is_dashed),
    shape("ATATT3", 40, is_base64),
    // Models and runs.
    solid("hf_", 30),
    solid("api_org_", 30),
    Shape { start: "sk-", least: 20, chars: is_dashed, proof: Proof::Row },
    shape("wandb_v1_", 20, is_word),
    shape("nvapi-", 30, is_dashed),
    shape("gsk_", 40, is_alnum),
    shape("xai-", 40, is_alnum),
    shape("pplx-", 40, is_alnum),
    shape("r8_", 30, is_alnum),
    shape("tgp_v1_", 30, is_dashed),
    shape("lsv2_pt_", 30, is_word),
    shape("lsv2_sk_", 30, is_word),
    // Messages, mail and money.
    shape("xoxb-", 16, is_dashed),
    shape("xoxp-", 16, is_dashed),
    shape("xoxa-", 16, is_dashed),
    shape("xoxs-", 16, is_dashed),
    shape("xoxr-", 16, is_dashed),
    shape("xapp-", 16, is_dashed),
    shape("xoxe.", 16, is_dashed),
    shape("hooks.slack.com/services/", 30, is_base64),
    shape("discord.com/api/webhooks/", 30, is_base64),
    shape("SG.", 40, is_dotted),
    shape("sk_live_", 16, is_alnum),
    shape("sk_test_", 16, is_alnum),
    shape("rk_live_", 16, is_alnum),
    shape("rk_test_", 16, is_alnum),
    shape("whsec_", 24, is_base64),
    // What watches over programs, and keeps keys.
    shape("glsa_", 32, is_word),
    shape("glc_", 32, is_base64),
    shape("sntrys_", 40, is_base64),
    shape("sntryu_", 40, is_alnum),
    shape("NRAK-", 24, is_upper),
    shape("AGE-SECRET-KEY-1", 40, is_upper),
];

/// The token that begins at a place.
pub(super) fn token(text: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = &text[at..];
    for shape in SHAPES.iter().filter(|shape| rest.starts_with(shape.start.as_bytes())) {
        let start = at + shape.start.len();
        let value = &text[start..run(near(text, start), start, shape.chars)];
        let is_it = match shape.proof {
            Proof::Length => true,
            Proof::Digit => value.iter().any(u8::is_ascii_digit),
            Proof::Mixed => is_mixed(value),
            Proof::Row => rows(value).any(|row| row.len() >= SHORTEST_RANDOM && is_mixed(row)),
        };
        if is_it && value.len() >= shape.least {
            return Some(at..run(text, start, shape.chars));
        }
    }
    if !rest.starts_with(b"eyJ") {
        return None;
    }
    let begin = &text[at..run(near(text, at), at, is_dotted)];
    if begin.split(|byte| *byte == b'.').filter(|part| part.len() >= 8).count() >= 2 {
        return Some(at..run(text, at, is_dotted));
    }
    let is_long = run(near(text, at), at, is_base64) - at >= SHORTEST_LONE_PART;
    is_long.then(|| at..run(text, at, is_base64))
}

/// The text up to where a token must have shown what it is, so that a text of
/// many that are none is not read many times.
fn near(text: &[u8], at: usize) -> &[u8] {
    &text[..text.len().min(at + FARTHEST_PROOF)]
}

/// `hf_LlamaForSequenceClassification` is a name.
fn is_mixed(text: &[u8]) -> bool {
    const MOST_CAPITALS_OF_NAMES: usize = 7;
    let capitals = text.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    text.iter().any(u8::is_ascii_digit) || capitals > MOST_CAPITALS_OF_NAMES
}

/// End of the characters of a kind from a place on.
pub(super) fn run(text: &[u8], from: usize, chars: fn(u8) -> bool) -> usize {
    from + text[from..].iter().take_while(|byte| chars(**byte)).count()
}

/// Letters and digits in a row.
fn rows(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !is_alnum(*byte)).filter(|row| !row.is_empty())
}

/// Whether a text looks like one that a generator made: letters and digits
/// take turns more often than in names, or it is a long number to the base 16.
pub(super) fn is_random(text: &[u8]) -> bool {
    const MOST_TURNS_OF_NAMES: usize = 3;
    const SHORTEST_HEX: usize = 32;
    let is_row = |row: &[u8]| {
        let turns = row.windows(2).filter(|two| two[0].is_ascii_digit() != two[1].is_ascii_digit()).count();
        let is_hex = row.len() >= SHORTEST_HEX && row.iter().all(u8::is_ascii_hexdigit);
        row.len() >= SHORTEST_RANDOM && turns > MOST_TURNS_OF_NAMES || is_hex && turns > 0
    };
    rows(text).any(is_row)
}
