/** Material lots: receipts and withdrawals. */
import type { materialLot } from '@/areas/feeding/contract/material'
import { DAY_MS, HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import { buildAuditFields, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import type { Staff } from '../people'
import { roundDecimals, type Dice } from '../random'
import { toBilingualText } from '../bilingual-text'
import { rejectedLotSpecs, materialKeys, materialSpecs, type MaterialKey } from './catalogue'
import type { MasterData } from './master-data'

type LotDraft = RowDraft<typeof materialLot>

/**
 * Store of materials. A lot is used up before the next lot is opened. Lines are generated one after the other, so each
 * line (bay) has its own lots.
 */
export class MaterialStore {
  readonly rows: LotDraft[] = []
  /** Open lots by bay and material, the oldest first. */
  private readonly openLots = new Map<string, LotDraft[]>()
  private serial = 0
  constructor(
    private readonly dice: Dice,
    private readonly era: DemoEra,
    private readonly staff: Staff,
    private readonly masters: MasterData,
    private readonly codeSuffix: string,
  ) {}

  /** Takes material from the lots of a line's bay, the oldest first. Returns the kilograms of each lot. */
  withdraw(bay: string, key: MaterialKey, kg: number, withdrawnMs: number): { lot: LotDraft; kg: number }[] {
    const withdrawals: { lot: LotDraft; kg: number }[] = []
    const openLots = this.getOpenLots(bay, this.masters.materialIds[key])
    let remainingKg = kg
    while (remainingKg > 0.0005) {
      if (openLots.length === 0) openLots.push(this.receiveLot(key, withdrawnMs))
      const lot = openLots[0]!
      const withdrawnKg = roundDecimals(Math.min(remainingKg, lot.leftKg ?? 0), 3)
      lot.leftKg = roundDecimals((lot.leftKg ?? 0) - withdrawnKg, 3)
      lot.updatedAt = toMoment(withdrawnMs)
      if (lot.leftKg <= 0.001) openLots.shift()
      if (withdrawnKg > 0) withdrawals.push({ lot, kg: withdrawnKg })
      remainingKg = roundDecimals(remainingKg - withdrawnKg, 3)
    }
    return withdrawals
  }
  /** Returns material from a hopper to its lot, which is used first again. */
  returnToLot(bay: string, lotId: string, kg: number, returnedMs: number): void {
    const lot = this.rows.find(({ id }) => id === lotId)
    if (!lot) return
    lot.leftKg = roundDecimals((lot.leftKg ?? 0) + kg, 3)
    lot.updatedAt = toMoment(returnedMs)
    const openLots = this.getOpenLots(bay, lot.materialId ?? '')
    if (!openLots.includes(lot)) openLots.unshift(lot)
  }
  private getOpenLots(bay: string, materialId: string): LotDraft[] {
    const key = `${bay}/${materialId}`
    const openLots = this.openLots.get(key) ?? []
    this.openLots.set(key, openLots)
    return openLots
  }
  /** Receives unused lots: some in quarantine, one blocked, one under concession. */
  receiveUnusedLots(): void {
    for (const key of materialKeys)
      for (let i = 0; i < 2; i++) {
        const lot = this.receiveLot(key, this.era.now - this.dice.int(1, 4) * HOUR_MS)
        if (i === 1) Object.assign(lot, { state: 'quarantine', decidedBy: null, decidedAt: null })
        if (i === 1 && key === 'white')
          Object.assign(lot, {
            state: 'blocked',
            decidedBy: this.staff.getPersonOfTrade('qualityLead').id,
            decidedAt: lot.updatedAt,
            reason: this.era.localize(
              toBilingualText('颗粒不匀，有杂质，待退货', 'Uneven pellets with contamination, to be returned'),
            ),
          })
        if (i === 0 && key === 'surfactant')
          Object.assign(lot, {
            state: 'concession',
            decidedBy: this.staff.getPersonOfTrade('qualityLead').id,
            reason: this.era.localize(
              toBilingualText(
                '色度略深，可用于白色以外产品',
                'Slightly too dark, may be used for products other than white',
              ),
            ),
          })
      }
    this.receiveRejectedLots()
  }
  /** Receives rejected lots, which stay blocked until the supplier collects them. */
  private receiveRejectedLots(): void {
    for (const { material, daysAgo, reason } of rejectedLotSpecs)
      Object.assign(this.receiveLot(material, this.era.now - daysAgo * DAY_MS), {
        state: 'blocked',
        reason: this.era.localize(reason),
      })
  }
  private receiveLot(key: MaterialKey, neededMs: number): LotDraft {
    const spec = materialSpecs[key]
    const arrivedMs = Math.max(this.era.from - 20 * DAY_MS, neededMs - this.dice.int(2, 9) * DAY_MS)
    const day = this.era.toDay(arrivedMs)
    this.serial += 1
    const kg = roundDecimals(spec.lotKg * this.dice.between(0.9, 1), 0)
    const lot: LotDraft = {
      id: this.dice.id(arrivedMs),
      number: `L${day.slice(2).replaceAll('-', '')}-${spec.code}-${String(this.serial).padStart(4, '0')}${this.codeSuffix}`,
      materialId: this.masters.materialIds[key],
      supplierLot: `${this.dice.int(10_000, 99_999)}`,
      receivedOn: day,
      expiresOn: spec.keepsDays ? this.era.toDay(arrivedMs + spec.keepsDays * DAY_MS) : null,
      receivedKg: kg,
      leftKg: kg,
      state: 'released',
      decidedBy: this.staff.getPersonOfTrade('qualityLead').id,
      decidedAt: toMoment(arrivedMs + 5 * HOUR_MS),
      place: `${spec.kind === 'main' ? 'S' : 'R'}${this.dice.int(1, 6)}-${this.dice.int(1, 20)}`,
      ...buildAuditFields(arrivedMs, this.staff.getPersonOfTrade('stores').id, arrivedMs + 5 * HOUR_MS),
    }
    this.rows.push(lot)
    return lot
  }
}
