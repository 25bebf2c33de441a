# What fills the window when no timeline does: empty, dragging, loading, failed.

empty-title = ردگیری‌ها را این‌جا رها کنید
empty-text = یکی برای دیدن، دو تا یا بیشتر برای مقایسه. همه روی همین رایانه می‌مانند.
empty-open = باز کردن فایل
empty-reads = ‏trace-event JSON را از PyTorch، JAX، ONNX Runtime، Chrome و بسیاری دیگر می‌خواند؛ درون gzip، zip، tar یا zstd هم.

example-block = یک MLP نرمال‌شده، عملگر به عملگر
example-block-text = PyTorch روی CPU، ۲۰ فراخوانی
example-rmsnorm = RMSNorm به سه شیوه
example-rmsnorm-text = naive، torch rms_norm، torch.compile
example-llama = گام‌های آموزش یک Llama کوچک
example-llama-text = PyTorch با پشته‌های Python
example-neuron = RMSNorm روی Trainium
example-neuron-text = به سه شیوه، با پروفایل‌های دستگاه


drop-badge = { $count } فایل
drop-title = رها کنید تا { $count } فایل باز شود
drop-letters = { $count ->
    [2] { $first } و { $last }
   *[other] { $first } تا { $last }
}
drop-beside = { $count ->
    [1] با حرف { $letters }
   *[other] با حرف‌های { $letters }
} کنار { $file } باز می‌شود.
drop-alone = { $count ->
    [1] با حرف { $letters } باز می‌شود.
   *[other] با حرف‌های { $letters } باز می‌شود.
}
drop-alt-before = با نگه داشتن{" "}
drop-alt-after = {" "}جای آنچه باز است را می‌گیرد.
folder = پوشه
set-of-tables = { $count } جدول
folder-without-traces = در آن پوشه فایلی نیست که بتواند ردگیری باشد.

loading-label = خواندن { $file }
loading-starting = در حال آغاز
loading-waiting = منتظر فایل پیش از خودش است
loading-reading = در حال خواندن
loading-building = مرتب‌سازی و تودرتو کردن
loading-size = { $size }
loading-size-unknown = اندازه معلوم نیست
loading-cancel = لغو
loading-read = { $read } از JSON
loading-read-of = { $read } از حدود { $total } JSON
loading-rate-left = { $rate }، { $left } مانده
loading-events = رویدادها
loading-so-far = تاکنون { $count }
loading-tracks = ردیف‌ها
loading-memory = حافظه

bare-title = در { $file } رویدادی نیست
bare-text = ردگیری است، ولی خالی: چیزی ضبط نشده است. شاید پروفایلر پیش از آن که چیزی اجرا شود متوقف شده، یا زمان‌بندی‌اش هرگز به گام فعال نرسیده است.
bare-cut-text = فایل پیش از نخستین رویدادش تمام می‌شود. دوباره ضبط یا دانلودش کنید.
bare-metadata-title = در { $file } چیزی برای رسم نیست
bare-metadata-text = { $events ->
    [1] تنها رویدادش
   *[other] { $events } رویدادش
} جایی در زمان ندارد. فراداده و سلامت در کشو هستند.

choose-title = { $file } شامل { $count } فایل است
choose-text = هر کدام را که برگزینید یک ردگیری جداگانه می‌شود.
choose-list = فایل‌های بایگانی
choose-open = { $count ->
    [0] باز کردن
   *[other] باز کردن { $count } فایل
}
choose-all = برگزیدن همه
choose-none = برگزیدن هیچ

failed-another = باز کردن یک فایل دیگر
failed-retry = تلاش دوباره
failed-close = بستن
failed-bytes = نخستین بایت‌ها
blocked-title = { $host } نمی‌گذارد این صفحه فایل را بخواند
blocked-checking = مرورگر پاسخی به صفحه نداد. در جست‌وجوی علت …
blocked-checking-title = از { $host } چیزی به صفحه نرسید که خوانده شود
blocked-text = سرور پاسخ می‌دهد، ولی بی این سرآیند؛ و بی آن، مرورگر پاسخ را از صفحه پنهان می‌کند، حتی پاسخ «پیدا نشد» را:
blocked-next = اگر سایت از آنِ شماست، این سرآیند را بیفزایید. اگر نه، فایل را دانلود کنید و این‌جا رها کنید.
blocked-behind-title = { $host } به سروری می‌فرستد که نمی‌گذارد این صفحه فایل را بخواند
blocked-behind-text = خود { $host } می‌گذارد صفحه پاسخش را بخواند، ولی به نشانی دیگری می‌فرستد. سرور آن‌جا، یا یکی پس از آن، بی این سرآیند پاسخ می‌دهد و مرورگر به صفحه نمی‌گوید کدام:
blocked-behind-next = نشانی را در برگه‌ای باز کنید تا ببینید به کجا می‌رسد: آن سرور، و همهٔ آن‌ها که در راه‌اند، باید این سرآیند را بفرستند. اگر سایت از آنِ شما نیست، فایل را دانلود کنید و این‌جا رها کنید.
blocked-passed-title = { $host } اکنون پاسخ می‌دهد
blocked-passed-text = بار پیش که صفحه پرسید چیزی نیامد که بتواند بخواند. دوباره تلاش کنید.
blocked-unreachable-title = { $host } در دسترس نیست
blocked-unreachable-text = از { $host } پاسخی نیامد. نشانی و شبکه را بررسی کنید، و این که سایت به VPN یا ورود نیاز دارد یا نه.
blocked-mixed-title = { $host } رمزنگاری ندارد
blocked-mixed-text = این صفحه با https آمده و مرورگرها نمی‌گذارند چنین صفحه‌ای نشانی دیگری جز https را بخواند. نشانی را با https امتحان کنید، یا فایل را دانلود کنید و این‌جا رها کنید.
blocked-download = دانلود فایل

cut-event-title = فایل در میانهٔ یک رویداد تمام می‌شود.
cut-download-title = بارگیری ناتمام ماند؛ برای گرفتن همهٔ فایل نشانی را دوباره باز کنید.
cut-title = فایل پیش از پایانش تمام می‌شود.
cut-text = { $events ->
    [0] پیش از بایت { $byte } هیچ رویداد کاملی نیست
    [1] تنها رویداد پیش از بایت { $byte } نشان داده می‌شود
   *[other] همهٔ { $events } رویداد پیش از بایت { $byte } نشان داده می‌شوند
}؛ { $lost ->
    [0] چیز دیگری آغاز نشده بود.
   *[other] { $lost } از دست رفته است.
}
cut-dismiss = بستن این نکته
