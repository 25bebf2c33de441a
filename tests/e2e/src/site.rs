//! The static host of a test.

use std::path::{Path, PathBuf};
use xtask::server::{Config, Server};
use xtask::{dist, process};

/// Below a sub-path always, so that no test passes by absolute URLs.
const SUB_PATH: &str = "/some/sub-path/";

/// Serves `dist/`, and folders with traces beside it.
pub struct Site {
    server: Server,
}

impl Site {
    /// Serves the page alone.
    pub fn start() -> Site {
        Site::with_folders(&[])
    }

    /// Serves the page alone, for a browser to keep.
    pub fn cacheable() -> Site {
        Site::serve(&[], Config { max_age_seconds: Some(3600), ..Config::default() })
    }

    /// Serves the page and more folders, each by a URL path like `/corpus/`.
    pub fn with_folders(folders: &[(&str, &Path)]) -> Site {
        Site::serve(folders, Config::default())
    }

    /// Serves the page and more folders for pages of other hosts, too.
    pub fn for_all(folders: &[(&str, &Path)]) -> Site {
        let headers = vec![("Access-Control-Allow-Origin".to_owned(), "*".to_owned())];
        Site::serve(folders, Config { headers, ..Config::default() })
    }

    /// Serves a page that lies elsewhere than in `dist/`.
    pub fn of(dist: &Path) -> Site {
        Site::serve_page(dist.to_path_buf(), &[], Config::default())
    }

    fn serve(folders: &[(&str, &Path)], config: Config) -> Site {
        Site::serve_page(dist::dir(), folders, config)
    }

    fn serve_page(dist: PathBuf, folders: &[(&str, &Path)], config: Config) -> Site {
        assert!(
            dist.join("index.html").is_file(),
            "there is no page in {}: run `cargo xtask build`",
            dist.display()
        );
        let mut mounts: Vec<(String, PathBuf)> = vec![(SUB_PATH.to_owned(), dist)];
        mounts.extend(folders.iter().map(|(path, dir)| ((*path).to_owned(), dir.to_path_buf())));
        let server = Server::start(Config { mounts, ..config });
        Site { server: server.unwrap_or_else(|error| panic!("{error:#}")) }
    }

    /// The address of the page.
    pub fn page_url(&self) -> String {
        self.server.url(SUB_PATH)
    }

    /// Closes the host for good, as if the network were gone.
    pub fn stop(&self) {
        self.server.close();
    }

    /// Whether the browser has asked for a file of this name.
    pub fn was_asked_for(&self, file: &str) -> bool {
        self.server.was_asked_for(file)
    }

    /// The address of a file in one of the other folders.
    pub fn url(&self, path: &str) -> String {
        self.server.url(path)
    }
}

/// Where pictures go.
pub(crate) fn screenshot_dir() -> PathBuf {
    process::target_dir().join("e2e-screenshots")
}
