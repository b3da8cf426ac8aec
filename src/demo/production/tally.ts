/** What each shift of each line made, fed and lost: the figures of handovers and summaries, from the rows themselves. */
export interface Tally { jumboRolls: number; jumboKg: number; jumboM: number; slitRolls: number; slitKg: number; downgradedKg: number; wasteKg: number; trimKg: number; fedKg: number; stopMinutes: number; readonly orders: Set<string> }
const nothing = (): Tally => ({ jumboRolls: 0, jumboKg: 0, jumboM: 0, slitRolls: 0, slitKg: 0, downgradedKg: 0, wasteKg: 0, trimKg: 0, fedKg: 0, stopMinutes: 0, orders: new Set() })

export interface Where { readonly lineId: string; readonly businessDate: string; readonly shift: string | null | undefined; readonly workOrderId?: string | null | undefined }
const keyOf = ({ lineId, businessDate, shift }: Where): string => `${lineId} ${businessDate} ${shift ?? ''}`

export class Tallies {
  private readonly shifts = new Map<string, Tally>()
  /** Adds figures to a shift of a line. */
  add(where: Where, figures: Partial<Omit<Tally, 'orders'>>): void {
    const key = keyOf(where)
    const tally = this.shifts.get(key) ?? nothing()
    this.shifts.set(key, tally)
    if (where.workOrderId) tally.orders.add(where.workOrderId)
    for (const [name, value] of Object.entries(figures) as [Exclude<keyof Tally, 'orders'>, number][]) tally[name] += value
  }
  of(where: Where): Tally { return this.shifts.get(keyOf(where)) ?? nothing() }
}
