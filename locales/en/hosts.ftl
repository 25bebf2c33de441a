# Hosts that traces are fetched from: what is known of them, and what goes wrong.

## Addresses, while they are typed or before they are fetched

host-fetched = The file is fetched from
host-gist-first = This address names no file of the gist, so the first one is fetched. For another, copy the address behind its “Raw” button.
host-release-file = GitHub does not let other pages read files of releases. Download it and drop it here, or put it into a repository or a gist.
host-needs-login = Files there need a login or a confirmation that this page cannot give. Download the file and drop it here.
host-page = This is the address of a page, not of a file. Open the file there, and copy its address.

## What goes wrong

fetch-missing-title = { $host } has no such file ({ $status })
fetch-missing-text = There is nothing at { $url }, or not for everybody: private files are often denied this way. Check the address; if the file is private, download it and drop it here.
fetch-expired-title = { $host } does not accept this signed link ({ $status })
fetch-expired-text = Signed links are good for some time only, and for one file. Ask for a new one, or download the file and drop it here.
fetch-offline-title = No connection
fetch-offline-text = Neither { $host } nor anything else answers. Check the network and try again; files on this computer can be opened without it.
fetch-too-large-title = { $host } wants to send { $bytes }
fetch-too-large-text = A page has 4 GB of memory at most, and so much would not fit. Pack the file with gzip, record fewer steps, or read it on the command line with “lowerscope inspect”.
fetch-page-title = { $host } sent a web page, not a file
fetch-page-text = { $detail ->
    [none] It may be a login page, or the page that shows the file. Open the address in a tab, sign in if it asks, and copy the address of the file itself (“Raw” or “Download”), or drop the downloaded file here.
   *[other] The page is called “{ $detail }”: perhaps a login page, or the page that shows the file. Open the address in a tab, sign in if it asks, and copy the address of the file itself (“Raw” or “Download”), or drop the downloaded file here.
}
memory-full-title = The trace does not fit into memory
memory-full-text = A page has 4 GB of memory at most. Close other traces and try again, record fewer steps, or read it on the command line with “lowerscope inspect”. What was open before still is.

## What the reader has said for good

known-title = Remembered hosts
known-text = Kept in this browser only. Whatever is taken off the list is asked about again.
known-hosts = Links may fetch from
known-hosts-none = No host: every link asks first.
known-senders = These pages may hand over traces
known-senders-none = No page: each one asks first.
known-remove = Forget { $host }
known-remove-all = Forget all of these
known-removed = { $host } is forgotten.

## Versions of the page

newer-text = A newer version is ready. Reloading keeps the view; files of this computer have to be opened again.
newer-reload = Reload for the new version
newer-later = Later

## Sharing

share-signed = An address in the link carries a signature or a password: whoever gets the link can read that file, too.
