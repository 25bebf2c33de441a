# From ops to NEFFs and their device profiles.

neff-title = NEFF
neff-title-many = NEFFs
neff-open = Open its instructions
neff-open-of = Open the instructions of { $name } in { $file }
neff-runs = { $count ->
    [one] 1 run, { $total }
   *[other] { $count } runs, { $total } together
}
neff-one-run = { $time } when profiled
neff-of-op = of the op
neff-key = Cache key
neff-beyond = … and { $count } more
neff-no-profiles = No device profile is open: drop those of its NEFFs beside the trace.
neff-other-key = None of the open device profiles is of a NEFF with this cache key or name.
neff-no-key = The trace tells no cache key of this run, and no open device profile has its name.
neff-ambiguous = Its name fits several NEFFs, and no cache key says which one is meant.

neff-ran-by = Run by
neff-ran-by-nobody = { $traces ->
    [0] No trace that runs NEFFs is open: drop the framework's trace beside this profile to see which ops ran it.
    [one] The open trace does not run this NEFF, or tells no cache key that is in this profile.
   *[other] None of the { $traces } open traces runs this NEFF, or tells a cache key that is in this profile.
}
neff-ran-by-row = { $op } in { $file }
neff-ran-by-go = Go to { $op } in { $file }

paths-neffs = NEFFs
paths-neffs-text = what each path executes on the device, and the device profile that shows its instructions; times are sums over the executions of one run
paths-neffs-path = Path
paths-neffs-name = NEFF
paths-neffs-executions = Executions
paths-neffs-ran = In the trace
paths-neffs-profiled = Profiled
paths-neffs-engines = Engines busy
paths-neffs-alone = DMA exposed
paths-neffs-waiting = Waiting
paths-neffs-hbm = HBM bytes
paths-neffs-profile = Device profile
paths-neffs-all = All

synthetic = synthetic
synthetic-text = Made up by a script, not recorded: shows what the page does, and says nothing about hardware.
