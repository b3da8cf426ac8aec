// Loaded before the server: moves the server's clock to the test's plant time. For the test the plant's morning has just
// started, whatever the machine's time, so no story runs past the end of a shift.
const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0)
const Real = Date
globalThis.Date = class Date extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + ahead)
    else super(...given)
  }
  static now() {
    return Real.now() + ahead
  }
}
