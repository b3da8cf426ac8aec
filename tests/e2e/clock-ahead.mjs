// Loaded before the server: its clock stands where the test wants the plant's to be. A plant whose morning has just begun
// for the test, whatever the time of the machine: no story then runs over the end of a shift.
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
