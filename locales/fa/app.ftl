# The frame of the page: header, tabs, menus, dialogs, notes.

app-title = Lowerscope
app-title-trace = { $file } · Lowerscope
app-start = شروع دوباره

open-button = باز کردن
open-files = فایل‌ها …
open-files-keys = Ctrl O
open-folder = پوشه …
open-url = از نشانی
open-examples = نمونه‌های آماده

search-label = جست‌وجوی برش، دسته، آرگومان
search-placeholder = جست‌وجو
search-at-count = { $index } از { $hits }
search-where = { $name } در نام، { $category } در دسته، { $args } در آرگومان‌ها
search-previous = یافتهٔ قبلی (Shift Enter)
search-next = یافتهٔ بعدی (Enter)
search-none = چیزی پیدا نشد
search-at = یافتهٔ { $index } از { $hits }: { $name }

theme-button = پوسته: { $theme }
theme-system = مانند سیستم
theme-light = روشن
theme-dark = تیره

# Of this language, in this language: they are also shown beside the others.
language-short = فا
language-switch = نمایش صفحه به فارسی

help-button = راهنما و کلیدها
help-title = کلیدها
help-position = کلیدهای حرکت از روی جایشان بر صفحه‌کلید شناخته می‌شوند؛ پس W، A، S و D در هر چیدمانی زیر همان انگشت‌ها هستند.
help-search = جست‌وجو: همهٔ واژه‌ها باید در نام، دسته یا آرگومان‌ها پیدا شوند. { LTR("name:") }، { LTR("cat:") } و { LTR("arg:KEY=VALUE") } پیش از یک واژه جست‌وجو را محدود می‌کنند، گیومه فاصله‌ها را نگه می‌دارد ({ LTR("\"void at::native\"") }) و = در آغاز یعنی کل نام با همان بزرگی و کوچکی حروف ({ LTR("name:=aten::mm") }).
help-privacy = ردگیری‌ها در همین مرورگر خوانده می‌شوند و به هیچ جای دیگری نمی‌روند. Lowerscope سرور ندارد.
keys-pointer = اشاره‌گر
pointer-wheel = پیمایش
pointer-zoom = بزرگ‌نمایی در محل اشاره‌گر؛ با دو انگشت هم می‌شود
pointer-pan = حرکت در زمان
pointer-drag = جابه‌جا کردن
pointer-area = انتخاب یک محدوده برای آمار
keys-page = صفحه
keys-search = جست‌وجو
keys-open = باز کردن فایل
keys-paste = باز کردن فایل یا نشانی از کلیپ‌بورد
keys-drawer = تا کردن کشو و برگرداندن آن
keys-help = همین فهرست
cap-wheel = چرخ
cap-drag = کشیدن

tabs-label = ردگیری‌های باز
tabs-open = باز کردن یک ردگیری دیگر
tabs-close = بستن (Delete)
tabs-warnings = { $count } نکته دربارهٔ خواندن این فایل

dialog-close = بستن
url-title = باز کردن از نشانی
url-label = نشانی یک ردگیری
url-note = چند نشانی، هر کدام در یک سطر، کنار هم باز می‌شوند. سرور باید به صفحه‌های دیگر اجازهٔ خواندن فایل را بدهد.
url-open = باز کردن
url-empty = نخست یک نشانی بنویسید.
url-wrong = «{ $url }» نشانی‌ای نیست که با { LTR("https://") } یا { LTR("http://") } آغاز شود.

copy = رونوشت
copied = رونوشت برداشته شد
copy-failed = مرورگر اجازهٔ رونوشت نداد ({ $reason }).
copy-report = رونوشت گزارش
copy-command = رونوشت فرمان
copy-header = رونوشت سرآیند
save-failed = مرورگر فایل را ذخیره نکرد ({ $reason }).

opened-announce = { $file } باز شد: { $events } رویداد، { $length }.{ $warnings ->
    [0] {""}
   *[other] {" "}{ $warnings } نکته دربارهٔ خواندن آن.
}
failed-announce = { $file } باز نشد

crash-title = خواننده از کار افتاد
crash-text = در بخشی که ردگیری‌ها را می‌خواند و نگه می‌دارد خطایی پیش آمد؛ به همین دلیل ردگیری‌ها بسته شدند. گزارش به رفع خطا کمک می‌کند؛ در آن فقط سطرهای زیر هست و چیزی از ردگیری‌های شما نیست.
crash-again = باز کردن دوبارهٔ آن‌ها
panic-title = در صفحه خطایی پیش آمد
panic-text = از این پس ممکن است آنچه می‌بینید درست نباشد. گزارش به رفع خطا کمک می‌کند؛ در آن فقط سطرهای زیر هست و چیزی از ردگیری‌های شما نیست.
panic-reload = بارگذاری دوبارهٔ صفحه

report-size = { $bytes } بایت JSON، { $events } رویداد
report-byte = بایت { $byte }
report-event = رویداد { $event }

## Links of the view

share = هم‌رسانی
share-text = پیوندی به همین نما
share-title = پیوندی به همین نما
share-link = این پیوند را بفرستید: آنچه اکنون می‌بینید را باز می‌کند.
share-copy = رونوشت پیوند
share-length = { $count } نویسه
share-long = بعضی برنامه‌ها پیوندی به این بلندی را می‌بُرند.
share-holds = پیوند این‌ها را دارد
share-addresses =
    { $count ->
        [1] نشانی ردگیری
       *[other] نشانی { $count } ردگیری
    }
share-parts =
    { $count ->
        [1] یک ردگیری کوچک، به‌تمامی
       *[other] { $count } ردگیری کوچک، به‌تمامی
    }
share-ranges =
    { $count ->
        [1] بازهٔ در دید
       *[other] بازهٔ در دید { $count } ردگیری
    }
share-selections = آنچه انتخاب شده است
share-marks =
    { $count ->
        [1] یک نشان با یادداشتش
       *[other] { $count } نشان با یادداشت‌هایشان
    }
share-tracks = ردیف‌های سنجاق‌شده، پنهان و تاشده
share-searches = جست‌وجو
share-comparisons =
    { $count ->
        [1] مقایسه: مسیرها، ناحیه، مبنا
       *[other] { $count } مقایسه: مسیرها، ناحیه، مبنا
    }
share-page = برگهٔ باز، پوسته و زبان
share-lacks = این‌ها را نمی‌تواند داشته باشد
share-lacks-text = این فایل‌ها روی رایانهٔ شما هستند. از هر کس که پیوند را باز کند خواسته می‌شود آن‌ها را بیفزاید، و آن‌گاه همین نما را می‌بیند:
share-private = آنچه پس از # در پیوند می‌آید هرگز به سروری فرستاده نمی‌شود. نشانی‌ای که ورود می‌خواهد، آن‌جا هم می‌خواهد.
share-nothing = چیزی باز نیست.
share-which = چه چیزی در پیوند گذاشته شود
share-plain = نما، و جایی که ردگیری‌هایش هستند
share-pack = بخش مقایسه‌شدهٔ ردگیری‌ها نیز
share-packing = در حال فشردن بخش مقایسه‌شده…
share-pack-holds = بخشی از { $file } که مقایسه می‌شود: { $count } نمونه از { $of } نمونه، { $size }
share-pack-comparison = مقایسه‌ای که پیش روست: مسیرها، ناحیه‌ها، مبنا
share-pack-some = برای همهٔ نمونه‌ها جا نیست، پس رقم‌ها با آنچه می‌بینید فرق دارند. برای فرستادن همه، مسیرهای کمتر یا ناحیهٔ کوچک‌تری را مقایسه کنید.
share-pack-differs = بعضی رقم‌های { $file } جور دیگری درمی‌آیند: به ردیف‌هایی بیرون از ناحیه بسته‌اند.
share-pack-profiles = پروفایل‌های دستگاهِ NEFFها در آن نیست: کسی که پیوند را باز کند درون آن‌ها را نمی‌بیند.
share-pack-lacks = بدون بقیهٔ ردگیری‌ها، و بدون بازه‌ها، نشان‌ها و انتخاب‌های روی آن‌ها.

pack-device-profile = { $file } پروفایل دستگاه Neuron است و بخشی از آن را نمی‌توان در پیوند گذاشت. پیوند را همراه فایل بفرستید.
pack-too-large = حتی یک نمونه از هر مسیر پس از فشردن { $size } است، { $over } بیش از { $most } که در پیوند جا دارد. مسیرهای کمتر یا ناحیهٔ کوچک‌تری را مقایسه کنید.
pack-no-region = ناحیهٔ مقایسه‌شده دیگر در یکی از ردگیری‌ها نیست.
pack-nothing = مقایسه‌ای نیست که در پیوند گذاشته شود.
pack-damaged-title = ردگیری درون این پیوند خراب است
pack-damaged-text = بخشی از { $file } که باید در پیوند باشد خوانده نمی‌شود: پیوند در راه بریده یا دگرگون شده است. آن را دوباره بخواهید.
part = بخش
part-text = بخشی از { $file } که برای یک مقایسه ساخته شده است: { $count } نمونه از { $of } نمونه‌ای که به شمار می‌آیند، بدون آنچه پیرامون آن‌هاست.

link-newer = نسخهٔ تازه‌تری این پیوند را ساخته است: آنچه این نسخه از آن می‌شناسد باز شد.
link-left-out = بخش‌هایی از این پیوند فهمیده نشد و کنار گذاشته شد.
link-selection-gone = آنچه پیوند انتخاب کرده بود در این فایل نیست.
link-file-differs = { $file } همان فایلی نیست که پیوند از آن ساخته شده: محتوا یا اندازه‌اش فرق دارد.

wanted-title =
    این پیوند دربارهٔ فایل‌هایی روی رایانهٔ کسی است
wanted-text = برای دیدن نمای پیوند آن‌ها را این‌جا رها کنید یا باز کنید. روی رایانهٔ شما می‌مانند.
wanted-hash = نخستین رقم‌های SHA-256 فایل
wanted-dismiss = ادامه بدون آن‌ها

hosts-title = از سرور دیگری گرفته شود؟
hosts-text =
    { $count ->
        [1] این پیوند می‌خواهد ردگیری‌ها را از سروری بگیرد که از آنِ این صفحه نیست. آن سرور خبردار می‌شود که شما بازشان کرده‌اید.
       *[other] این پیوند می‌خواهد ردگیری‌ها را از { $count } سروری بگیرد که از آنِ این صفحه نیستند. آن سرورها خبردار می‌شوند که شما بازشان کرده‌اید.
    }
hosts-always =
    { $count ->
        [1] برای این سرور دوباره پرسیده نشود
       *[other] برای این سرورها دوباره پرسیده نشود
    }
hosts-open = بگیر
hosts-cancel = نگیر

sender-title = صفحه‌ای یک ردگیری می‌دهد
sender-text = { $origin } می‌خواهد یک ردگیری را این‌جا باز کند:
sender-note = روی همین رایانه خوانده می‌شود و به جایی فرستاده نمی‌شود. از این پس این صفحه ردگیری‌های آن‌جا را بدون پرسیدن می‌پذیرد.
sender-note-file = روی همین دستگاه خوانده می‌شود و به جایی فرستاده نمی‌شود. دفعهٔ بعد دوباره پرسیده می‌شود.
sender-file = فایلی روی همین رایانه، یا صفحه‌ای بی‌نشانی،
sender-open = باز کن
sender-refuse = باز نکن
sender-trace = trace.json
