use super::*;
use proptest::prelude::*;

#[test]
fn tokens_of_well_known_shapes_are_masked_within_other_text() {
    let digits = "0123456789abcdefghijABCDEFGHIJ0123456789";
    for token in [
        "AKIAIOSFODNN7EXAMPLE".to_owned(),
        format!("ghp_{}", &digits[..36]),
        format!("github_pat_{digits}_{digits}"),
        format!("hf_{}", &digits[..34]),
        format!("sk-proj-{digits}"),
        format!("glpat-{}", &digits[..20]),
        format!("xoxb-1234567890-{}", &digits[..20]),
        format!("AIza{}", &digits[..35]),
        format!("wandb_v1_{digits}"),
        format!("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.{digits}"),
    ] {
        let text = format!("run ({token}) é");
        assert_eq!(masked(&text), "run ([hidden]) é", "{token}");
        assert_eq!(masked(&format!("a-{token}")), "a-[hidden]", "{token}");
    }
}

#[test]
fn values_are_masked_behind_names_that_say_so() {
    for (text, expected) in [
        ("WANDB_API_KEY=0123456789abcdef0123456789abcdef01234567 x", "WANDB_API_KEY=[hidden] x"),
        (r#"{"hf_token": "abcdefgh", "n": 1}"#, r#"{"hf_token": "[hidden]", "n": 1}"#),
        (r#""{\"password\": \"hunter22\"}""#, r#""{\"password\": \"[hidden]\"}""#),
        ("{'apiKey': 'abcdefgh'}", "{'apiKey': '[hidden]'}"),
        ("--api-key=abcdefgh --lr=0.1", "--api-key=[hidden] --lr=0.1"),
        ("Authorization: Basic dXNlcjpwYXNz\nHost: x", "Authorization: [hidden]\nHost: x"),
        ("authorization: bearer abc.def-123456", "authorization: [hidden]"),
        ("Bearer abc.def-123456", "Bearer [hidden]"),
        ("https://me:pa@ss@host/x?y", "https://[hidden]@host/x?y"),
        (r#""redis:\/\/:hunter2@db\/0""#, r#""redis:\/\/[hidden]@db\/0""#),
        ("https://b.s3/k?X-Amz-Signature=abcdef12&x=1", "https://b.s3/k?X-Amz-Signature=[hidden]&x=1"),
        (r#""-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n""#, r#""[hidden]\n""#),
        ("-----BEGIN PRIVATE KEY-----\nMIIE", "[hidden]"),
    ] {
        assert_eq!(masked(text), expected);
        // Once is enough.
        assert_eq!(masked(expected), expected);
    }
}

#[test]
fn names_and_numbers_of_traces_stay() {
    for text in [
        "void token::Kernel<4, float>::token::run()",
        "aten::mm",
        "hf_model_loading_from_pretrained_weights_v2",
        "next_token=12345678 token_count: 4096",
        "num_tokens=8192; tokens: [1, 2]",
        "commit 0123456789abcdef0123456789abcdef01234567",
        "https://host:8080/a@b",
        "https://someone@host/x",
        "is_token == other_value",
        "Bearer authentication",
        "-----BEGIN CERTIFICATE-----",
        "sk-learn",
        "eyJust a name",
    ] {
        assert!(matches!(masked(text), Cow::Borrowed(_)), "{}", masked(text));
    }
}

#[test]
fn members_are_masked_by_their_name() {
    assert_eq!(masked_member("HF_TOKEN", r#""abcdefghi""#), r#""[hidden]""#);
    assert_eq!(masked_member("env", r#"{"HOME": "/x"}"#), r#""[hidden]""#);
    assert_eq!(masked_member("token", "17"), "17");
    assert_eq!(masked_member("Input Dims", "[[1, 2]]"), "[[1, 2]]");
    assert_eq!(masked_member("environment", "3"), "3");
}

#[test]
fn rows_are_masked_by_the_path_that_leads_to_them() {
    assert_eq!(masked_row("metadata.env.HOME", "/x"), MASK);
    assert_eq!(masked_row("environ[3]", "A=b"), MASK);
    assert_eq!(masked_row("login.HF_TOKEN", "abcdefghi"), MASK);
    assert_eq!(masked_row("next_token", "128009"), "128009");
    assert_eq!(masked_row("envelope.size", "large"), "large");
    assert_eq!(masked_row("clone", "https://me:pw@host/x"), "https://[hidden]@host/x");
}

proptest! {
    #[test]
    fn any_text_is_taken_and_json_stays_json(
        text in "(\\PC|\"|:|=|token|ghp_0000|://|@|-----BEGIN PRIVATE KEY){0,40}"
    ) {
        let _ = masked(&text);
        let json = serde_json::to_string(&text).unwrap();
        prop_assert!(serde_json::from_str::<String>(&masked(&json)).is_ok(), "{}", masked(&json));
    }

    #[test]
    fn values_that_are_no_texts_stay_json(number in any::<f64>(), list in prop::collection::vec(any::<i64>(), 0..4)) {
        let json = serde_json::json!({ "token": number, "api_key": list, "secret": { "sig": number } });
        let text = json.to_string();
        prop_assert!(serde_json::from_str::<serde_json::Value>(&masked(&text)).is_ok(), "{}", masked(&text));
    }
}

#[test]
fn a_value_behind_a_flag_and_a_space_is_hidden() {
    let hidden = |text: &str| masked(text).into_owned();
    assert_eq!(hidden("train.py --api-key abcd1234 --steps 5"), "train.py --api-key [hidden] --steps 5");
    assert_eq!(hidden("x --password 'hunter22'"), "x --password '[hidden]'");
    assert_eq!(
        hidden("--tokenizer-path abcdefgh --token --verbose"),
        "--tokenizer-path abcdefgh --token --verbose"
    );
    assert_eq!(hidden("a token abcdefgh"), "a token abcdefgh");
}
