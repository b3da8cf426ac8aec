// Loaded before the server: sets the server's clock CLOCK_AHEAD_MS ahead of the machine's. This lets a story begin in
// the morning of the plant at any time of the machine, so that it does not run past the end of a shift.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0)
const RealDate = Date
globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + aheadMs)
    else super(...args)
  }
  static now() {
    return RealDate.now() + aheadMs
  }
}
