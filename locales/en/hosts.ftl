# Hosts that traces are fetched from: what is known of them, and what goes wrong.

## Addresses, while they are typed or before they are fetched

host-fetched = The file is fetched from
host-gist-first = This address names no file of the gist, so the first one is fetched. For another, copy the address behind its “Raw” button.
host-release-file = GitHub does not let other pages read files of releases. Download it and drop it here, or put it into a repository or a gist.
host-needs-login = Files there need a login or a confirmation that this page cannot give. Download the file and drop it here.
host-page = This is the address of a page, not of a file. Open the file there, and copy its address.
