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

/// Fake, and as generators make them.
const RANDOM: &str = "x7Kq2Vb9Lm4Nc8Rt1Wz5";
const HEX: &str = "9f8e7d6c5b4a39281706f5e4d3c2b1a098765432";

#[test]
fn what_programs_log_in_with_is_masked_on_command_lines() {
    for (text, expected) in [
        ("curl -u admin:x https://h/a", "curl -u [hidden] https://h/a"),
        ("curl -sS -u 'admin:hunter2' h", "curl -sS -u '[hidden]' h"),
        ("curl --user admin:12345678 h", "curl --user [hidden] h"),
        ("curl --user=admin:x h", "curl --user=[hidden] h"),
        ("curl -uadmin:x h", "curl -u[hidden] h"),
        ("curl --proxy-user me:x -U p:q h", "curl --proxy-user [hidden] -U [hidden] h"),
        ("influx --user admin:hunter22", "influx --user [hidden]"),
        ("http --auth me:hunter2 h", "http --auth [hidden] h"),
        ("sshpass -p hunter2 ssh h", "sshpass -p [hidden] ssh h"),
        ("sshpass -phunter2 ssh h", "sshpass -p[hidden] ssh h"),
        ("mysql -uroot -phunter2 db", "mysql -uroot -p[hidden] db"),
        ("docker login -u me -p hunter2 r", "docker login -u me -p [hidden] r"),
        (
            "machine api.wandb.ai login user password hunter2",
            "machine api.wandb.ai login user password [hidden]",
        ),
        ("x --password 12345678", "x --password [hidden]"),
        (r#"["curl", "-u me:x"]"#, r#"["curl", "-u [hidden]"]"#),
        (r#"["curl","-u","me:x"]"#, r#"["curl","-u","[hidden]"]"#),
        (r#"["x", "--password", "hunter2"]"#, r#"["x", "--password", "[hidden]"]"#),
        ("curl -su me:x h", "curl -su [hidden] h"),
        (r#"curl -u "alice:Sup3r SecretV" h"#, r#"curl -u "[hidden]" h"#),
        (r#"{\"cmd\": \"curl -u 'a:b c' h\"}"#, r#"{\"cmd\": \"curl -u '[hidden]' h\"}"#),
        (r#"password="my own words" x"#, r#"password="[hidden]" x"#),
    ] {
        assert_eq!(masked(text), expected);
        assert_eq!(masked(expected), expected);
    }
}

#[test]
fn schemes_are_followed_by_secrets_without_any_sign_between() {
    for (text, expected) in [
        (format!("Authorization token {RANDOM}"), "Authorization token [hidden]"),
        (format!("token {HEX} used"), "token [hidden] used"),
        (format!("Authorization:token {RANDOM}"), "Authorization:[hidden]"),
        ("Basic dXNlcjpwYXNz".to_owned(), "Basic [hidden]"),
        ("Authorization Basic bWU6eA== x".to_owned(), "Authorization Basic [hidden] x"),
        (format!("ApiKey {RANDOM}"), "ApiKey [hidden]"),
        (format!("wandb login {HEX}"), "wandb login [hidden]"),
        (format!("wandb login --relogin {HEX}"), "wandb login --relogin [hidden]"),
        ("Set-Cookie: a=bcdefg; d=efghij".to_owned(), "Set-Cookie: [hidden]"),
        (format!("x-api-key:{RANDOM}"), "x-api-key:[hidden]"),
    ] {
        assert_eq!(masked(&text), expected);
        assert_eq!(masked(expected), expected);
    }
}

#[test]
fn variables_are_masked_however_they_are_set() {
    for (text, expected) in [
        (format!("setenv HF_TOKEN {RANDOM}"), "setenv HF_TOKEN [hidden]".to_owned()),
        (format!("ENV WANDB_API_KEY {HEX}\nRUN x"), "ENV WANDB_API_KEY [hidden]\nRUN x".to_owned()),
        (format!(r#"["HF_TOKEN", "{RANDOM}"]"#), r#"["HF_TOKEN", "[hidden]"]"#.to_owned()),
        (
            format!("('AWS_SECRET_ACCESS_KEY', '{RANDOM}')"),
            "('AWS_SECRET_ACCESS_KEY', '[hidden]')".to_owned(),
        ),
        ("HF_TOKEN=abcdefgh\0HOME=/x".to_owned(), "HF_TOKEN=[hidden]\0HOME=/x".to_owned()),
        ("PGPASSWORD=hunter2 psql".to_owned(), "PGPASSWORD=[hidden] psql".to_owned()),
        (
            "DB_PASS=hunter2 DB_PASSWORD=12345678".to_owned(),
            "DB_PASS=[hidden] DB_PASSWORD=[hidden]".to_owned(),
        ),
        ("OPENAI_KEY=abcdefgh".to_owned(), "OPENAI_KEY=[hidden]".to_owned()),
        ("UID=sa;PWD=hunter2;".to_owned(), "UID=sa;PWD=[hidden];".to_owned()),
        (format!("https://{HEX}@o0.ingest.sentry.io/1"), "https://[hidden]@o0.ingest.sentry.io/1".to_owned()),
        (format!("git+https://{RANDOM}:@h/r"), "git+https://[hidden]@h/r".to_owned()),
    ] {
        assert_eq!(masked(&text), expected);
        assert_eq!(masked(&expected), expected);
    }
}

#[test]
fn tokens_of_more_services_are_masked() {
    let letters = "abcdefghijKLMNOPQRSTuvwxyzABCDEFghij";
    for token in [
        // Of letters alone.
        format!("hf_{}", &letters[..34]),
        "AKIAIOSFODNNEXAMPLEX".to_owned(),
        format!("dapi{}", &HEX[..32]),
        format!("gsk_{HEX}abcdefghijkl"),
        format!("r8_{HEX}"),
        format!("xai-{HEX}{HEX}"),
        format!("hvs.{HEX}"),
        format!("sk-ant-api03-{HEX}_{RANDOM}-AA"),
        format!("lsv2_pt_{HEX}_0123456789"),
        format!("glsa_{HEX}"),
        format!("npm_{}", &HEX[..36]),
        format!("hooks.slack.com/services/T00000000/B00000000/{RANDOM}"),
        // A web token of one part, as some trackers of runs have.
        format!("eyJhcGlfYWRkcmVzcyI6Imh0dHBzOi8v{RANDOM}{RANDOM}=="),
    ] {
        assert_eq!(masked(&format!("run ({token}) é")), "run ([hidden]) é", "{token}");
    }
}

#[test]
fn ordinary_texts_of_traces_stay() {
    for text in [
        "token 5 of 128",
        "tokens per second",
        "token 128009 of 131072",
        "Basic block",
        "Basic Operations",
        "basic_block_12 Basic cuda",
        "token embedding_layer_12_weights_f16",
        "token model.layers.12.SelfAttention.q_proj",
        "login node ip-10-0-0-12.ec2.internal",
        "password required",
        "max_new_tokens 512 --max-token 100000",
        r#"eos_token: "<|endoftext|>", pad_token="[PAD]""#,
        "next_token=abcdefgh prev_token: something",
        "python -u train.py:main",
        "python -u tests/test_run.py::test_it",
        "docker run -u 1000:1000 --user app:staff image",
        "tool -u localhost:8080 --user https://h:1/x --user $USER:$PASS",
        "mkdir -p out -parallel 4 -power:2",
        "PWD=/fsx/home/me OLDPWD=/tmp",
        "cache_key=9f8e7d6c5b4a39281706f5e4d3c2b1a098765432",
        "sort_key=abcdefgh dispatch_key: CUDAKey",
        "forward_pass=backward pass=inline",
        "void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_128x128_16x4_tn_align4>(Params)",
        "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEE",
        "triton_poi_fused__to_copy_add_mul_rsqrt_12d13de14",
        "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1",
        "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
        "sk-attention-kernel-v2-forward-step",
        "sk-transformerencoderlayer-fwd",
        "signature: (Tensor a, Tensor b) -> Tensor",
        "schema signature=aten::mm(Tensor) sig=forward",
        "layer.token=attention token=embed_tokens",
        "hf_LlamaForSequenceClassification hf_DistilBertForSequenceClassification",
        "parse_cookie:handler rest of name",
        "MODULE_12345678901234567890+4eddc804",
        r#"["next_token", "attention_mask_0123456789"]"#,
        "ns::token:f32[128,256]",
    ] {
        assert!(matches!(masked(text), Cow::Borrowed(_)), "{}", masked(text));
    }
    assert_eq!(masked_member("eos_token", r#""<|endoftext|>""#), r#""<|endoftext|>""#);
}

/// Would take hours where each of them is looked at to the text's end.
#[test]
fn long_texts_of_what_begins_like_a_secret_are_read_in_one_go() {
    for part in [
        "token:",
        "a--",
        "sk-",
        "glpat-",
        "SG.",
        "cookie: [",
        "pwd=/",
        "-----BEGIN RSA PRIVATE ",
        "https://a:",
    ] {
        let text = part.repeat(1_000_000 / part.len());
        assert!(!has_secret(&text), "{part}");
    }
    let account = r#"{\"private_key\": \"-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n\", \"a\": 1}"#;
    assert!(
        !masked(account).contains("MIIE") && masked(account).ends_with(r#"\"a\": 1}"#),
        "{}",
        masked(account)
    );
    let keys = "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY----- ".repeat(20_000);
    assert_eq!(masked(&keys), format!("{MASK} ").repeat(20_000));
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
        text in "(\\PC|\"|:|=| |token|ghp_0000|://|@|-----BEGIN PRIVATE KEY|curl -u|-p| login |Basic |HF_TOKEN|a1b2c3d4e5f6g7h8){0,40}"
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
