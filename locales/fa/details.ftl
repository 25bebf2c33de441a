# The drawer: details, statistics, tables, health, metadata.

drawer-label = کشو
drawer-height = ارتفاع کشو
drawer-open = باز کردن کشو (Q)
drawer-close = تا کردن کشو (Q)
drawer-details = جزئیات
drawer-selection = انتخاب
drawer-tables = جدول‌ها
drawer-health = سلامت
drawer-metadata = فراداده

details-nothing = چیزی انتخاب نشده است.
details-nothing-hint = روی یک برش کلیک کنید، یا روی خط زمان کلیدهای جهت را بزنید.
details-what = این چیست
details-args = آرگومان‌ها
kind-slice = برش
kind-instant = رویداد لحظه‌ای
kind-counter = شمارنده

fact-duration = مدت
fact-self = خود
fact-start = آغاز
fact-time = در
fact-thread = زمان نخ
fact-children = فرزندان
fact-depth = عمق
fact-lane = خط { $lane }
fact-scope = دامنه
fact-event = رویداد
fact-absolute = زمان مطلق
fact-gap = بدون مقدار
scope-thread = نخ
scope-process = فرایند
scope-global = کل ردگیری

same-count = { $count } تا با این نام
same-spread = { $low } تا { $high }، p10–p90
same-total = میانه { $median }، مجموع { $total }
same-label = هیستوگرام { $count } مدت، از { $min } تا { $max }

args-raw = به شکل JSON
args-copy = رونوشت به شکل JSON
args-copy-one = رونوشت { $key }
args-none = این رویداد آرگومان ندارد.
args-more = بیشتر
args-less = کمتر
args-left-out = { $n } مورد دیگر در JSON
args-all = نمایش همهٔ { $count } مورد
stack-title = پشتهٔ فراخوانی
stack-copy = رونوشت پشته
stack-cut = پشته دور می‌زند؛ آن‌جا که نخستین فریم تکرار می‌شود بریده شد.

chain-title = چطور به این‌جا رسید
chain-this = همین
chain-more = { $count } مورد دیگر
chain-delay = { $delay } بعد
# It began before the other one ended.
chain-delay-early = { $delay } پیش از پایان آن
level-module = ماژول
level-op = عملیات
level-launch = راه‌اندازی
level-kernel = کرنل
level-copy = کپی
level-runtime = Runtime
level-python = Python
level-step = گام
level-graph = گراف
level-backward = پس‌رو
level-slice = برش
evidence-title = فایل چقدر محکم این دو را به هم می‌بندد
evidence-containment = دربرگیری
evidence-flow = جریان
evidence-correlation = هم‌بستگی
evidence-external-id = شناسهٔ بیرونی
# Kinds of dependences between instructions, in Neuron's words.
dependence-flow = وابستگی flow
dependence-anti = وابستگی anti
dependence-output = وابستگی output
dependence-ordered = ترتیبی
dependence-other = پیش‌نیاز
evidence-dma-trigger = زمان ماشه

links-in = پیوندهای ورودی
links-out = پیوندهای خروجی
links-children = درون آن
links-more = { $count } مورد دیگر
links-beyond = { $count } مورد دیگر در فهرست نیامده است.
links-nowhere = در فایل نیست
links-in-lost = آنچه به این‌جا رسیده در فایل نیست.
links-title = { $name }، شناسه { $id }

column-name = نام
column-category = دسته
column-count = تعداد
column-total = مجموع
column-self = خود
column-average = میانگین
column-min = کمترین
column-p50 = میانه
column-p90 = p90
column-max = بیشترین
column-share = سهم
column-track = ردیف
column-depth = عمق
column-start = آغاز
column-duration = مدت

table-copy = رونوشت
table-save = ذخیرهٔ CSV

area-nothing = محدوده‌ای انتخاب نشده است.
area-nothing-hint = با Shift روی خط زمان بکشید، یا روی یک برش R را بزنید.
area-everything = انتخاب کل ردگیری
area-label = آمار بر پایهٔ نام
area-clear = رها کردن محدوده
area-json = Chrome JSON
area-json-text = ذخیرهٔ آنچه در محدوده است به شکل ردگیری‌ای که نمایشگرهای دیگر باز می‌کنند
area-json-large = این محدوده برای یک فایل بیش از اندازه بزرگ است: محدودهٔ کوتاه‌تری برگزینید.
area-summary = { $span } · { $slices } برش، { $names } نام · کار { $busy }، { $share }
area-cut = { $count } برش از لبه بیرون می‌زند و فقط بخش درونی‌اش به حساب می‌آید
area-unfinished = { $count } برش ناتمام در میانگین‌ها به حساب نیامده است
area-left-out = { $n } نام دیگر با زمان کمتر در فهرست نیامده است

slices-label = برش‌ها
slices-which = کدام برش‌ها
slices-visible = در دید
slices-area = محدودهٔ انتخاب‌شده
slices-all = همه
slices-none = برشی نیست
slices-range = { $first } تا { $last } از { $total }
slices-previous = صفحهٔ قبل
slices-next = صفحهٔ بعد

health-good = چیزی نیاز به ترمیم نداشت و چیزی از دست نرفت: { $events } رویداد، { $slices } برش، { $instants } رویداد لحظه‌ای و { $links } پیوند.
health-summary = از { $events } رویداد این‌ها خوانده شد: { $slices } برش، { $instants } رویداد لحظه‌ای و { $links } پیوند.
health-nothing = چیزی نیاز به ترمیم نداشت و چیزی از دست نرفت.
health-found = چه پیدا شد
health-first = نخستین بار در بایت
health-done = چه کار شد
health-text = نخستین نویسه‌ها
health-more = { $count } مورد دیگر
health-place = { $byte }
health-place-event = { $byte } (رویداد { $event })
level-error = از دست رفته:
level-warn = ترمیم شده:
level-info = نکته:

metadata-file = فایل
metadata-title = در فایل
metadata-none = فایل فراداده ندارد.
metadata-hidden = { $count } مورد که شاید نام کسی یا ماشینی در آن باشد پنهان است.
metadata-show = نمایش
metadata-name = نام
metadata-format = قالب
metadata-size = اندازه
metadata-packed = { $text }، فشرده { $packed }
metadata-length = طول
metadata-events = رویدادها
metadata-slices = برش‌ها
metadata-instants = رویدادهای لحظه‌ای
metadata-links = پیوندها
metadata-tracks = ردیف‌ها
metadata-base = زمان پایه
metadata-rank = رتبه
metadata-rank-value = { $rank }
metadata-rank-guessed = { $rank }، از روی نام فایل
metadata-read = زمان خواندن
metadata-speed = { $took }، { $rate }
metadata-memory = حافظه

slices-saved-part = نخستین { $count } برش ذخیره شد و { $left } برش دیگر نه. بخش کوتاه‌تری برگزینید.
