//! Every language has every message, says as much, and can be filled in.

use super::{bundle, locale};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a message is made of, under its id, or `id.attribute`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Parts {
    variables: BTreeSet<String>,
    /// Names of plural forms in its selects.
    plurals: BTreeSet<String>,
}

fn messages(locale: &locale::Locale) -> BTreeMap<String, Parts> {
    let mut all = BTreeMap::new();
    for source in locale.sources {
        let resource = FluentResource::try_new((*source).to_owned()).unwrap();
        for entry in resource.entries() {
            let Entry::Message(message) = entry else { continue };
            if let Some(value) = &message.value {
                all.insert(message.id.name.to_owned(), parts_of(value));
            }
            for attribute in &message.attributes {
                let id = format!("{}.{}", message.id.name, attribute.id.name);
                all.insert(id, parts_of(&attribute.value));
            }
        }
    }
    all
}

fn parts_of(pattern: &Pattern<&str>) -> Parts {
    let mut parts = Parts::default();
    gather_pattern(pattern, &mut parts);
    parts
}

fn gather_pattern(pattern: &Pattern<&str>, parts: &mut Parts) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            gather(expression, parts);
        }
    }
}

fn gather(expression: &Expression<&str>, parts: &mut Parts) {
    match expression {
        Expression::Inline(inline) => gather_inline(inline, parts),
        Expression::Select { selector, variants } => {
            gather_inline(selector, parts);
            for variant in variants {
                if let VariantKey::Identifier { name } = &variant.key {
                    parts.plurals.insert((*name).to_owned());
                }
                gather_pattern(&variant.value, parts);
            }
        }
    }
}

fn gather_inline(inline: &InlineExpression<&str>, parts: &mut Parts) {
    match inline {
        InlineExpression::VariableReference { id } => {
            parts.variables.insert(id.name.to_owned());
        }
        InlineExpression::Placeable { expression } => gather(expression, parts),
        InlineExpression::FunctionReference { arguments: CallArguments { positional, named }, .. } => {
            positional.iter().for_each(|argument| gather_inline(argument, parts));
            named.iter().for_each(|argument| gather_inline(&argument.value, parts));
        }
        _ => {}
    }
}

#[test]
fn no_message_is_missing_in_any_language() {
    let english = messages(&locale::ENGLISH);
    for other in locale::ALL {
        let theirs = messages(other);
        let missing: Vec<_> = english.keys().filter(|id| !theirs.contains_key(*id)).collect();
        let left_over: Vec<_> = theirs.keys().filter(|id| !english.contains_key(*id)).collect();
        assert!(missing.is_empty(), "locales/{} lacks {missing:#?}", other.tag);
        assert!(left_over.is_empty(), "locales/{} has, and English lacks, {left_over:#?}", other.tag);
    }
}

#[test]
fn a_message_takes_the_same_variables_in_every_language() {
    let english = messages(&locale::ENGLISH);
    for other in locale::ALL {
        for (id, theirs) in messages(other) {
            if let Some(ours) = english.get(&id) {
                assert_eq!(theirs.variables, ours.variables, "{} of {id}", other.tag);
            }
        }
    }
}

#[test]
fn every_message_can_be_filled_in_with_numbers_and_with_text() {
    for locale in locale::ALL {
        let bundle = bundle(locale);
        let all = messages(locale);
        // A message may lead to others, which take theirs.
        let variables: BTreeSet<&String> = all.values().flat_map(|parts| &parts.variables).collect();
        for id in all.keys() {
            let (message, attribute) =
                id.split_once('.').map_or((id.as_str(), None), |(id, of)| (id, Some(of)));
            let message = bundle.get_message(message).unwrap();
            let pattern = match attribute {
                Some(name) => message.get_attribute(name).map(|attribute| attribute.value()),
                None => message.value(),
            };
            let values = [0.0, 1.0, 2.0, 12_080.0].map(FluentValue::from);
            for value in values.into_iter().chain([FluentValue::from("aten::mm_")]) {
                let mut args = FluentArgs::new();
                for name in &variables {
                    args.set(name.as_str(), value.clone());
                }
                let mut errors = Vec::new();
                let text = bundle.format_pattern(pattern.unwrap(), Some(&args), &mut errors);
                assert!(errors.is_empty(), "{} of {id}: {errors:?} in {text}", locale.tag);
                assert!(!text.is_empty(), "{} of {id} says nothing", locale.tag);
            }
        }
    }
}

/// In Persian, `one` is also the form of 0 and of fractions: a message that
/// says "one event" in words needs `[1]`.
#[test]
fn persian_messages_that_speak_of_one_do_not_speak_of_none() {
    let persian = locale::find("fa");
    for (id, parts) in messages(persian) {
        assert!(!parts.plurals.contains("one"), "{id} has a variant [one]: write [1]");
    }
}
