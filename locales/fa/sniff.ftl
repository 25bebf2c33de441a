# A file that is no trace: what it is and what to do.
# Two messages for each format: ID-title and ID-text.
# $file: the name of the file. $detail: what more its bytes tell, or "none".
# Where there is a command, it is shown below the text.

sniff-empty-title = { $file } خالی است
sniff-empty-text = چیزی در آن نیست. شاید پروفایلر متوقف نشده یا دانلود تمام نشده باشد.

sniff-zeros-title = { $file } تنها صفر دارد
sniff-zeros-text = جایش گرفته شده ولی هرگز پر نشده است: دانلود، کپی یا ضبطی که تمام نشده. فایل را دوباره بگیرید.

sniff-utf16-title = { $file } متن UTF-16 است
sniff-utf16-text = رویدادهای ردگیری UTF-8 هستند. ‏Windows PowerShell وقتی خروجی با { LTR(">") } به فایل فرستاده شود UTF-16 می‌نویسد. نخست فایل را تبدیل کنید:

sniff-ntff-title = { $file } پروفایل خام Neuron است
sniff-ntff-text = ساختار آن منتشر نشده و به نسخهٔ ابزارها بسته است. آن‌جا که این ابزارها هستند، تا SDK 2.33، آن را همراه با NEFFی که اجرا شده برون‌بری کنید؛ سپس ntff.json را باز کنید.

sniff-neuron-system-part-title = { $file } بخشی از یک پروفایل سیستم Neuron است
sniff-neuron-system-part-text = ساختار آن منتشر نشده است. اگر در همان پوشه trace.json هست، آن را باز کنید. وگرنه پوشه را آن‌جا که ابزارهای Neuron هستند برون‌بری کنید؛ سپس system_profile.json را باز کنید.

sniff-xplane-title = { $file } پروفایل XProf است
sniff-xplane-text = پروفایل‌های XPlane از TensorBoard و XProf هنوز خوانده نمی‌شوند. معمولاً فایلی که نامش به { LTR(".trace.json.gz") } ختم می‌شود کنار آن، زیر plugins/profile، هست: آن را باز کنید. اگر نیست، آن‌جا که XProf نصب است یکی بسازید:

sniff-perfetto-title = { $file } ردگیری Perfetto است
sniff-perfetto-text = شکل protobuf ردگیری Perfetto هنوز خوانده نمی‌شود. با ابزار خود Perfetto تبدیلش کنید (get.perfetto.dev/traceconv)، سپس trace.json را باز کنید.

sniff-hlo-proto-title = { $file } یک ماژول HLO است
sniff-hlo-proto-text = آنچه XLA کامپایل کرده را به شکل protobuf دارد؛ زمانی در آن نیست. به جای آن، ردگیری اجرا را باز کنید.

sniff-pprof-title = { $file } پروفایل pprof است
sniff-pprof-text = می‌گوید هر پشته چند بار دیده شده، نه چه وقت؛ پس خط زمانی در آن نیست. با ابزار pprof بازش کنید، یا به جای آن یک ردگیری ضبط کنید.

sniff-onnx-title = { $file } یک مدل ONNX است
sniff-onnx-text = در مدل زمانی نیست. آن را در ONNX Runtime با { LTR("SessionOptions.enable_profiling = True") } اجرا کنید، سپس JSONی را که می‌نویسد باز کنید.

sniff-tfevents-title = { $file } یک log رویدادهای TensorBoard است
sniff-tfevents-text = عددها و خلاصه‌ها را دارد. ردگیری‌ها در پوشهٔ plugins/profile کنار آن هستند، در فایل‌هایی که نامشان به { LTR(".trace.json.gz") } ختم می‌شود: یکی از آن‌ها را باز کنید.

sniff-arrow-title = { $file } یک جدول Arrow است
sniff-arrow-text = جدول‌های Arrow خوانده نمی‌شوند. پروفایل را با ابزاری که آن را ساخته به شکل trace-event JSON برون‌بری کنید.

sniff-nsys-report-title = { $file } گزارش Nsight Systems است
sniff-nsys-report-text = ساختار آن منتشر نشده، و JSONی که nsys برون‌بری می‌کند هم trace-event JSON نیست. آن را به شکل SQLite برون‌بری کنید و با اسکریپت nsys2json تبدیل کنید (github.com/chenyu-jiang/nsys2json)؛ سپس trace.json را باز کنید. برای PyTorch، ‏torch.profiler فایلی می‌نویسد که بی‌درنگ باز می‌شود.

sniff-nsys-sqlite-title = { $file } پایگاه دادهٔ Nsight Systems است
sniff-nsys-sqlite-text = پایگاه‌های داده خوانده نمی‌شوند. با اسکریپت nsys2json تبدیلش کنید (github.com/chenyu-jiang/nsys2json)، سپس trace.json را باز کنید.

sniff-ncu-report-title = { $file } گزارش Nsight Compute است
sniff-ncu-report-text = شمارنده‌های تک‌تک کرنل‌ها را دارد، نه خط زمان. در Nsight Compute بازش کنید؛ برای خط زمان با torch.profiler یا Nsight Systems ردگیری ضبط کنید.

sniff-rocpd-title = { $file } پایگاه دادهٔ rocprofv3 است
sniff-rocpd-text = پایگاه‌های داده خوانده نمی‌شوند. آن را به ردگیری Perfetto تبدیل کنید و آن را با { LTR("traceconv json IN trace.json") }؛ سپس trace.json را باز کنید.

sniff-sqlite-title = { $file } پایگاه دادهٔ SQLite است
sniff-sqlite-text = پایگاه‌های داده خوانده نمی‌شوند. اگر پروفایلری آن را نوشته، با ابزارهای همان پروفایلر trace-event JSON برون‌بری کنید.

sniff-torch-memory-snapshot-title = { $file } عکس لحظه‌ای حافظهٔ PyTorch است
sniff-torch-memory-snapshot-text = می‌گوید چه چیزی کدام حافظه را نگه داشته، نه این که چه چیزی چه وقت اجرا شده است. در pytorch.org/memory_viz بازش کنید؛ برای خط زمان torch.profiler و export_chrome_trace را به کار ببرید.

sniff-torch-memory-timeline-title = { $file } به خط زمان حافظهٔ PyTorch می‌ماند
sniff-torch-memory-timeline-text = عددها را به تفکیک زمان و دسته دارد، نه رویداد. آنچه export_chrome_trace همان پروفایلر نوشته را باز کنید.

sniff-torch-checkpoint-title = { $file } یک checkpoint از PyTorch است
sniff-torch-checkpoint-text = وزن‌ها را دارد؛ زمانی در آن نیست. مدل را زیر torch.profiler اجرا کنید، سپس آنچه export_chrome_trace نوشته را باز کنید.

sniff-pickle-title = { $file } یک pickle از Python است
sniff-pickle-text = ‏pickle هنگام خواندن می‌تواند هر کدی را اجرا کند؛ پس خوانده نمی‌شود. اگر عکس لحظه‌ای حافظهٔ PyTorch است، در pytorch.org/memory_viz بازش کنید.

sniff-torch-trace-log-title = { $file } یک log از torch.compile است
sniff-torch-trace-log-text = همان است که TORCH_TRACE می‌نویسد و هنوز خوانده نمی‌شود. ‏tlparse از آن یک ردگیری کامپایل می‌سازد: chromium_events.json را در پوشهٔ خروجی‌اش باز کنید.

sniff-torch-log-title = { $file } یک log از PyTorch است
sniff-torch-log-text = همان است که TORCH_LOGS چاپ می‌کند و هنوز خوانده نمی‌شود. با torch.profiler یک ردگیری ضبط کنید، سپس آنچه export_chrome_trace نوشته را باز کنید.

sniff-torch-execution-trace-title = { $file } یک execution trace از PyTorch است
sniff-torch-execution-trace-text = می‌گوید کدام عملگرها با چه تنسورهایی اجرا شدند، بدون مدتشان. ردگیری پروفایلر از همان اجرا را باز کنید.

sniff-tritonparse-title = { $file } یک log از tritonparse است
sniff-tritonparse-text = آنچه Triton کامپایل کرده را بدون زمان دارد و هنوز خوانده نمی‌شود. ردگیری پروفایلر از همان اجرا را باز کنید.

sniff-hlo-text-title = { $file } متن HLO است
sniff-hlo-text-text = نشان می‌دهد XLA چه کامپایل کرده؛ زمانی در آن نیست. به جای آن، ردگیری اجرا را باز کنید.

sniff-mlir-title = { $file } متن MLIR است
sniff-mlir-text = یک مرحله از کامپایل را نشان می‌دهد؛ زمانی در آن نیست. به جای آن، ردگیری اجرا را باز کنید.

sniff-firefox-title = { $file } پروفایلی برای Firefox Profiler است
sniff-firefox-text = نمونه‌برداری‌ها را به شکلی دارد که خوانده نمی‌شود. در profiler.firefox.com بازش کنید.

sniff-speedscope-title = { $file } پروفایل speedscope است
sniff-speedscope-text = به شکل خود speedscope است که خوانده نمی‌شود. در speedscope.app بازش کنید، یا از پروفایلری که آن را ساخته trace-event JSON برون‌بری کنید.

sniff-cpuprofile-title = { $file } پروفایل CPU از JavaScript است
sniff-cpuprofile-text = شکل { LTR(".cpuprofile") } خوانده نمی‌شود. در پنل Performance ابزارهای توسعهٔ Chrome ضبط و همان را ذخیره کنید: آن ردگیری است.

sniff-heapsnapshot-title = { $file } عکس لحظه‌ای heap از JavaScript است
sniff-heapsnapshot-text = می‌گوید چه در حافظه است، نه این که چه چیزی چه وقت اجرا شده است. در پنل Memory ابزارهای توسعهٔ Chrome بازش کنید.

sniff-perf-data-title = { $file } ضبط perf است
sniff-perf-data-text = نمونه‌برداری‌ها را به شکلی دارد که خوانده نمی‌شود. { LTR("perf report") } آن‌ها را نشان می‌دهد؛ برای خط زمان به جای آن یک ردگیری ضبط کنید.

sniff-python-profile-title = { $file } پروفایل cProfile است
sniff-python-profile-text = جمع‌ها را به تفکیک تابع دارد، نه خط زمان. اسکریپت را زیر viztracer اجرا کنید، سپس trace.json را باز کنید.

sniff-jfr-title = { $file } ضبط Java Flight Recorder است
sniff-jfr-text = خوانده نمی‌شود. در JDK Mission Control بازش کنید.

sniff-go-trace-title = { $file } یک execution trace از Go است
sniff-go-trace-text = خوانده نمی‌شود. { LTR("go tool trace") } آن را باز می‌کند.

sniff-ftrace-title = { $file } ردگیری هستهٔ Linux است
sniff-ftrace-text = شکل متنی ftrace خوانده نمی‌شود. ‏Perfetto UI آن را باز می‌کند.

sniff-other-packing-title = { $file } با { $detail } فشرده شده است
sniff-other-packing-text = این‌جا تنها gzip، zstd، zip و tar باز می‌شوند. نخست بازش کنید، سپس آنچه بیرون می‌آید را باز کنید.

sniff-executable-title = { $file } یک برنامه است
sniff-executable-text = کد دارد، نه زمان. زیر پروفایلر اجرایش کنید، سپس آنچه پروفایلر نوشته را باز کنید.

sniff-image-title = { $file } یک تصویر است
sniff-image-text = تصویر است ({ $detail })، نه ردگیری‌ای که شاید نشان دهد. فایلی را که پروفایلر نوشته باز کنید.

sniff-pdf-title = { $file } یک PDF است
sniff-pdf-text = سند است، نه ردگیری. فایلی را که پروفایلر نوشته باز کنید.

sniff-numpy-title = { $file } دادهٔ NumPy است
sniff-numpy-text = آرایه دارد، نه ردگیری. فایلی را که پروفایلر نوشته باز کنید.

sniff-hdf5-title = { $file } یک فایل HDF5 است
sniff-hdf5-text = ‏HDF5 خوانده نمی‌شود. اگر پروفایلری آن را نوشته، با ابزارهای همان پروفایلر trace-event JSON برون‌بری کنید.

sniff-weights-title = { $file } وزن‌های یک مدل را دارد
sniff-weights-text = فایل { $detail } است؛ زمانی در آن نیست. مدل را زیر پروفایلر اجرا کنید، سپس آنچه پروفایلر نوشته را باز کنید.

sniff-office-title = { $file } یک سند اداری است
sniff-office-text = سند است، نه ردگیری. فایلی را که پروفایلر نوشته باز کنید.

sniff-html-title = { $file } یک صفحهٔ وب است
sniff-html-text = { $detail ->
    [none] صفحه است، نه ردگیری‌ای که شاید به آن پیوند دارد. خود فایل را دانلود کنید؛ در GitHub این دکمهٔ «Download raw file» است.
   *[other] صفحه است («{ $detail }»)، نه ردگیری‌ای که شاید به آن پیوند دارد. خود فایل را دانلود کنید؛ در GitHub این دکمهٔ «Download raw file» است.
}

sniff-server-error-title = { $file } خطایی از یک سرور است
sniff-server-error-text = { $detail ->
    [none] سرور این را به جای فایل فرستاده است. نشانی را بررسی کنید، و این که آیا باید وارد شده باشید.
   *[other] سرور به جای فرستادن فایل پاسخ داد «{ $detail }». نشانی را بررسی کنید، و این که آیا باید وارد شده باشید.
}

sniff-git-lfs-title = { $file } جانشین Git LFS است
sniff-git-lfs-text = { $detail ->
    [none] فایل واقعی روی سرور Git LFS است. در مخزن آن را بگیرید، یا از صفحهٔ وب فایل دانلودش کنید.
   *[other] فایل واقعی { $detail } بایت دارد و روی سرور Git LFS است. در مخزن آن را بگیرید، یا از صفحهٔ وب فایل دانلودش کنید.
}

sniff-xml-title = { $file } فایل XML است
sniff-xml-text = ‏XML خوانده نمی‌شود. trace-event JSON باز کنید، چنان که PyTorch، JAX، Chrome و بسیاری دیگر می‌نویسند.

sniff-csv-title = { $file } یک جدول است
sniff-csv-text = { $detail ->
    [none] جدول‌های CSV خوانده نمی‌شوند. trace-event JSON باز کنید، چنان که PyTorch، JAX، Chrome و بسیاری دیگر می‌نویسند.
   *[other] جدولی به شکل CSV با ستون‌های { $detail } و مانند آن است که خوانده نمی‌شود. trace-event JSON باز کنید، چنان که PyTorch، JAX، Chrome و بسیاری دیگر می‌نویسند.
}

sniff-other-json-title = { $file } فایل JSON است، ولی ردگیری نیست
sniff-other-json-text = { $detail ->
    [none] رویداد ردگیری در آن نیست: ردگیری آرایه‌ای از رویدادها، یا شیئی با «traceEvents» است.
   *[other] رویداد ردگیری در آن نیست: ردگیری آرایه‌ای از رویدادها، یا شیئی با «traceEvents» است. نخستین کلیدهایش { $detail } هستند.
}

sniff-text-title = { $file } متن است، ولی ردگیری نیست
sniff-text-text = { $detail ->
    [none] ردگیری با آکولاد یا کروشه آغاز می‌شود. trace-event JSON باز کنید، چنان که PyTorch، JAX، Chrome و بسیاری دیگر می‌نویسند.
   *[other] با «{ $detail }» آغاز می‌شود، ولی ردگیری با آکولاد یا کروشه آغاز می‌شود. trace-event JSON باز کنید، چنان که PyTorch، JAX، Chrome و بسیاری دیگر می‌نویسند.
}

# Nothing known.
sniff-unknown-title = { $file } ردگیری نیست
sniff-unknown-text = داده‌های دودویی از نوعی است که این‌جا شناخته نیست. این‌جا فایل‌های trace-event JSON خوانده می‌شوند، ساده یا فشرده با gzip، zstd، zip یا tar.
