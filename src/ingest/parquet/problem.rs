//! Why a Parquet file, or the rest of it, is not read.

/// What is wrong, in the words of `locales/en/parquet.ftl`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It has the sign of Parquet, but no table of contents at its end.
    #[error("the file ends before its table of contents")]
    Cut,
    /// Something in it contradicts itself.
    #[error("damaged: {0}")]
    Damaged(String),
    #[error("encrypted")]
    Encrypted,
    /// Packed with something that is not unpacked here, by its name.
    #[error("packed with {0}")]
    Codec(String),
    /// It would take more memory than is given to one file: what of it.
    #[error("too large: {0}")]
    TooLarge(&'static str),
    /// The reader itself gave up.
    #[error("the reader stopped: {0}")]
    Stopped(String),
}

impl Problem {
    /// Message id, with `ID-title` and `ID-text`; see [`Problem::detail`].
    pub fn message_id(&self) -> &'static str {
        match self {
            Self::Cut => "parquet-cut",
            Self::Damaged(_) => "parquet-damaged",
            Self::Encrypted => "parquet-encrypted",
            Self::Codec(_) => "parquet-codec",
            Self::TooLarge(_) => "parquet-too-large",
            Self::Stopped(_) => "parquet-stopped",
        }
    }

    /// For the variable `$detail` of the message.
    pub fn detail(&self) -> String {
        match self {
            Self::Cut | Self::Encrypted => String::new(),
            Self::Damaged(what) | Self::Codec(what) | Self::Stopped(what) => what.clone(),
            Self::TooLarge(what) => (*what).to_owned(),
        }
    }

    pub(super) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged(what.into())
    }
}

impl From<parquet::errors::ParquetError> for Problem {
    fn from(error: parquet::errors::ParquetError) -> Self {
        use parquet::errors::ParquetError;
        match error {
            // What the reader of pages says, on its way through the crate.
            ParquetError::External(inner) => match inner.downcast::<Problem>() {
                Ok(problem) => *problem,
                Err(other) => Self::Damaged(other.to_string()),
            },
            ParquetError::General(what) | ParquetError::EOF(what) => Self::Damaged(what),
            other => Self::Damaged(other.to_string()),
        }
    }
}

impl From<Problem> for parquet::errors::ParquetError {
    fn from(problem: Problem) -> Self {
        Self::External(Box::new(problem))
    }
}
