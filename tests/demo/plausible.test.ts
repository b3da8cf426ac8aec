import { describe, expect, it } from 'vitest'
import { hopper } from '@/areas/equipment/contract/hopper'
import { feed } from '@/areas/feeding/contract/feed'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { wasteDisposal } from '@/areas/handover/contract/production-records'
import { workOrder } from '@/areas/orders/contract/work-order'
import { processInspection1 } from '@/areas/quality/contract/inspections'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutOrder, cutting, slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { rollPackage } from '@/areas/packing/contract/package'
import { calculateRollDiameter } from '@/areas/rolls/rules/dimensions'
import { isShort } from '@/areas/orders/rules/order-progress'
import { parseSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { product } from '@/areas/standards/contract/product'
import { line } from '@/plant/contract/line'
import { lineStop } from '@/plant/contract/line-stop'
import { plantSettings } from '@/plant/rules/settings'
import { getDemoRows, groupRows, getRows } from './plant'

/** A web that stands this long cools and breaks. */
const WEB_HOLDS_MS = 3 * 60_000
const rows = getDemoRows()
const byId = <R extends { id: string }>(all: readonly R[]) => new Map(all.map((row) => [row.id, row]))
const time = (moment: string | null): number => Date.parse(moment ?? '')
const orders = getRows(rows, workOrder)
const jumbos = byId(getRows(rows, jumboRoll))
const products = byId(getRows(rows, product))
const cuttings = getRows(rows, cutting)
/** Orders with something left to slit: their own jumbos, or a neighbour's jumbos that are slit for both. */
const waiting = new Set([
  ...[...jumbos.values()].filter(({ state }) => state === 'uncut' || state === 'slitting').map((j) => j.workOrderId),
  ...[...getRows(rows, cutOrder), ...cuttings.filter(({ state }) => state === 'open')].flatMap(({ lanes }) =>
    lanes.map(({ workOrderId }) => workOrderId),
  ),
])

describe('the demonstration plant looks plausible to an engineer', () => {
  it('trims two to five percent, by patterns that mix widths', () => {
    const whole = cuttings.filter(({ state }) => state === 'finished')
    const net = whole.reduce((sum, { jumboRollId }) => sum + (jumbos.get(jumboRollId)!.netKg ?? 0), 0)
    const percent = (whole.reduce((sum, { trimKg }) => sum + (trimKg ?? 0), 0) / net) * 100
    expect(percent).toBeGreaterThan(2)
    expect(percent).toBeLessThan(5)
    const mixed = whole.filter(({ lanes }) => new Set(lanes.map(({ width }) => width)).size > 1)
    expect(mixed.length).toBeGreaterThan(whole.length / 4)
  })

  it('slits jumbos around a changeover for both orders of one product, and counts each roll for its own order', () => {
    const orderById = byId(orders)
    const ownersOf = ({ lanes }: { lanes: readonly { workOrderId: string | null }[] }) => [
      ...new Set(lanes.map(({ workOrderId }) => workOrderId!)),
    ]
    const sets = getRows(rows, slitSet)
    const mixed = sets.filter((set) => ownersOf(set).length > 1)
    expect(mixed.length).toBeGreaterThan(sets.length * 0.05)
    expect(mixed.length).toBeLessThan(sets.length * 0.3)
    const rolls = groupRows(getRows(rows, slitRoll), ({ slitSetId }) => slitSetId)
    const packages = byId(getRows(rows, rollPackage))
    for (const set of mixed) {
      const jumbo = jumbos.get(set.jumboRollId)!
      const pair = ownersOf(set).map((id) => orderById.get(id)!)
      expect(pair).toHaveLength(2)
      expect(pair.map(({ id }) => id)).toContain(jumbo.workOrderId)
      expect(pair.map(({ productId }) => productId)).toEqual([jumbo.productId, jumbo.productId])
      expect(pair[0]!.lineId).toBe(pair[1]!.lineId)
      expect(pair[0]!.rollLengthM).toBe(pair[1]!.rollLengthM)
      // From the operator's side, lane by lane: each roll belongs to the order of its lane, in a width that the order demands.
      const lanes = set.lanes.flatMap(({ width, count, workOrderId }) =>
        Array.from({ length: count }, () => ({ widthMm: width, workOrderId })),
      )
      const made = (rolls.get(set.id) ?? []).toSorted((a, b) => a.lane - b.lane)
      expect(made.map(({ widthMm, workOrderId }) => ({ widthMm, workOrderId }))).toEqual(lanes)
      for (const { widthMm, workOrderId, packageId, number } of made) {
        const order = orderById.get(workOrderId!)!
        expect(parseSlittingPattern(order.slittingPattern ?? '')!.map(({ width }) => width)).toContain(widthMm)
        if (packageId) expect(packages.get(packageId)!.customerId, number).toBe(order.customerId)
      }
    }
  })

  it('gives an order about as much of its neighbours’ jumbos as they get of its jumbos', () => {
    const wound = groupRows([...jumbos.values()], ({ workOrderId }) => workOrderId)
    const cut = new Set(cuttings.filter(({ state }) => state === 'finished').map(({ jumboRollId }) => jumboRollId))
    const slit = groupRows(getRows(rows, slitRoll), ({ workOrderId }) => workOrderId)
    for (const { id, number } of orders.filter(({ state }) => state === 'closed' || state === 'finished')) {
      const own = wound.get(id) ?? []
      const rolls = slit.get(id) ?? []
      if (waiting.has(id) || own.some((jumbo) => !cut.has(jumbo.id))) continue
      const share = rolls.reduce((sum, { kg }) => sum + kg!, 0) / own.reduce((sum, { netKg }) => sum + netKg!, 0)
      expect(share, number).toBeGreaterThan(0.85)
      expect(share, number).toBeLessThan(1.06)
    }
  })

  it("returns the slitters' trim shift by shift to the pelletiser, which produces no more than its input", () => {
    const sheets = getRows(rows, wasteDisposal)
    const slitters = getRows(rows, line).filter(({ kind }) => kind === 'slitting')
    const kg = (all: readonly { kg: number | null }[]) => all.reduce((sum, one) => sum + (one.kg ?? 0), 0)
    for (const { id, code } of slitters) {
      const lineSheets = sheets.filter(({ lineId }) => lineId === id)
      expect(lineSheets.length, code).toBeGreaterThan(20)
      for (const { businessDate, shift, lines } of lineSheets) {
        const cut = cuttings.filter(
          (one) => one.slitterId === id && one.businessDate === businessDate && one.shift === shift,
        )
        expect(kg(lines.filter(({ kind }) => kind === 'edgeTrim'))).toBeCloseTo(
          cut.reduce((sum, { trimKg }) => sum + (trimKg ?? 0), 0),
          0,
        )
      }
    }
    const back = sheets.flatMap(({ lines }) => lines.filter(({ destination }) => destination === 'pellets'))
    const from = sheets.map(({ businessDate }) => businessDate!).sort()[0]!
    const pellets = new Set(
      getRows(rows, material)
        .filter(({ kind }) => kind === 'mid')
        .map(({ id }) => id),
    )
    const fed = getRows(rows, feed).filter(
      ({ materialId, businessDate }) => pellets.has(materialId) && businessDate! >= from,
    )
    expect(kg(fed)).toBeGreaterThan(0)
    expect(kg(fed)).toBeLessThan(kg(back))
  })

  it('slits rolls that people can handle: at most 1.3 m across', () => {
    const across = getRows(rows, slitRoll).map(({ lengthM, productId }) => {
      const { thicknessMm, coreMm } = products.get(productId!)!
      return calculateRollDiameter(lengthM, thicknessMm!, coreMm!)
    })
    const widest = across.reduce((most, one) => Math.max(most, one), 0)
    expect(widest).toBeLessThanOrEqual(1300)
    expect(widest).toBeGreaterThan(1000)
  })

  it('delivers ordered quantities within two percent, except for a few recorded shortages', () => {
    const done = orders.filter(({ id, state }) => (state === 'finished' || state === 'closed') && !waiting.has(id))
    expect(done.length).toBeGreaterThan(30)
    const off = done.filter(
      ({ goodKg, goodRolls, orderedKg, orderedRolls }) =>
        Math.abs(goodKg! / orderedKg! - 1) > 0.02 || Math.abs(goodRolls! / orderedRolls! - 1) > 0.02,
    )
    expect(
      off
        .filter(({ shortReason }) => !shortReason)
        .map(({ number, goodKg, orderedKg, goodRolls, orderedRolls }) => ({
          number,
          kg: [goodKg, orderedKg],
          rolls: [goodRolls, orderedRolls],
        })),
    ).toEqual([])
    expect(off.length).toBeLessThan(done.length * 0.1)
  })

  it("delivers each width in the ratio of the order's pattern, within three percent or one roll", () => {
    const good = groupRows(
      getRows(rows, slitRoll).filter(({ grade }) => grade === 'good'),
      ({ workOrderId }) => workOrderId,
    )
    const mixing = orders.flatMap((order) => {
      const pattern = parseSlittingPattern(order.slittingPattern ?? '') ?? []
      const done = (order.state === 'finished' || order.state === 'closed') && !waiting.has(order.id)
      return done && !order.shortReason && pattern.length > 1 ? [{ order, pattern }] : []
    })
    expect(mixing.length).toBeGreaterThan(10)
    const off = mixing.flatMap(({ order: { id, number, slittingPattern, orderedRolls }, pattern }) => {
      const lanes = pattern.reduce((sum, { count }) => sum + count, 0)
      const goodRolls = good.get(id) ?? []
      const widths = new Set(
        [...pattern, ...goodRolls.map(({ widthMm }) => ({ width: widthMm }))].map(({ width }) => width),
      )
      return [...widths].flatMap((width) => {
        const count = pattern.find((lane) => lane.width === width)?.count ?? 0
        const ordered = (orderedRolls! * count) / lanes
        const made = goodRolls.filter(({ widthMm }) => widthMm === width).length
        return Math.abs(made - ordered) > Math.max(1, ordered * 0.03)
          ? [{ number, slittingPattern, width, ordered, made }]
          : []
      })
    })
    expect(off).toEqual([])
  })

  it('gives a reason wherever an order ended short', () => {
    const short = orders.filter(
      ({ id, state, orderedKg: kg, orderedRolls: rolls, goodKg, goodRolls }) =>
        (state === 'finished' || state === 'closed') &&
        !waiting.has(id) &&
        isShort({ kg, rolls }, { goodKg, goodRolls }, plantSettings.orderTolerance.defaultValue),
    )
    expect(short.filter(({ shortReason }) => !shortReason).map(({ number }) => number)).toEqual([])
    expect(orders.filter(({ shortReason }) => shortReason).length).toBeGreaterThan(0)
    for (const { state, shortReason, number } of orders)
      if (shortReason) expect(['finished', 'closed'], number).toContain(state)
  })

  it('has at most one stop per line at a time', () => {
    for (const own of groupRows(getRows(rows, lineStop), ({ lineId }) => lineId).values()) {
      const sorted = own.sort((a, b) => time(a.startedAt) - time(b.startedAt))
      const over = sorted.filter(
        (stop, i) => i > 0 && time(stop.startedAt) < (sorted[i - 1]!.endedAt ? time(sorted[i - 1]!.endedAt) : Infinity),
      )
      expect(over.map(({ id, startedAt, repairId }) => ({ id, startedAt, repairId }))).toEqual([])
    }
  })

  it('breaks the web at long stops: between rolls, or with a splice in the roll', () => {
    const stands = getRows(rows, lineStop).filter(
      ({ startedAt, endedAt }) => time(endedAt) - time(startedAt) > WEB_HOLDS_MS,
    )
    expect(stands.length).toBeGreaterThan(50)
    const wound = groupRows(
      [...jumbos.values()].map(({ id, lineId, startedAt, doffedAt }) => ({
        id,
        lineId,
        from: time(startedAt),
        to: time(doffedAt),
      })),
      ({ lineId }) => lineId,
    )
    const inside = stands.flatMap(({ lineId, startedAt }) => {
      const at = time(startedAt)
      return (wound.get(lineId) ?? []).filter(({ from, to }) => from < at && at < to)
    })
    expect(inside.length).toBeGreaterThan(50)
    for (const [id, times] of groupRows(inside, (roll) => roll.id)) {
      const { splices, number } = jumbos.get(id!)!
      expect(splices ?? 0, number ?? '').toBeGreaterThanOrEqual(times.length)
    }
  })

  it('feeds the meltblown beams of the SMMS line with their own resin, through a hopper of its own', () => {
    const [composite] = getRows(rows, line).filter(({ kind }) => kind === 'composite')
    const melt = new Set(
      getRows(rows, material)
        .filter(({ nameEn }) => /meltblown grade MFR 1[1-5]00/.test(nameEn ?? ''))
        .map(({ id }) => id),
    )
    const hoppers = byId(getRows(rows, hopper))
    const fed = getRows(rows, feed).filter(({ lineId, kind }) => lineId === composite!.id && kind === 'main')
    const ofMelt = fed.filter(({ materialId }) => melt.has(materialId))
    const share = ofMelt.reduce((sum, { kg }) => sum + kg, 0) / fed.reduce((sum, { kg }) => sum + kg, 0)
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.35)
    expect(new Set(ofMelt.map(({ hopperId }) => hoppers.get(hopperId!)!.nameEn))).toEqual(
      new Set(['Meltblown resin hopper']),
    )
    for (const { hopperId, materialId } of fed)
      expect(hoppers.get(hopperId!)!.nameEn === 'Meltblown resin hopper').toBe(melt.has(materialId))
  })

  it('has both kinds of beam in the standards of SMMS products', () => {
    const standards = getRows(rows, processStandard).filter(
      ({ variant, productId }) => variant === 'mainLine' && products.get(productId)?.family === 'sms',
    )
    expect(standards.length).toBeGreaterThan(5)
    for (const { parameters } of standards) {
      const keys = parameters.map(({ key }) => key)
      for (const name of ['meltDieTemp', 'meltAirTemp', 'dcd', 'meltPumpSpeed'])
        for (const beam of [1, 2]) expect(keys).toContain(`${name}${beam}`)
      expect(keys).toEqual(expect.arrayContaining(['dieTemp', 'spunPumpSpeed', 'quenchTemp']))
    }
  })

  it('has downgraded jumbos, whose rolls are second choice too', () => {
    const second = [...jumbos.values()].filter(({ grade }) => grade === 'downgraded')
    expect(second.length).toBeGreaterThan(0)
    const ids = new Set(second.map(({ id }) => id))
    for (const roll of getRows(rows, slitRoll)) if (ids.has(roll.jumboRollId)) expect(roll.grade).not.toBe('good')
  })

  it('has partly used jumbos in the hall, with the uncut metres', () => {
    const remnants = [...jumbos.values()].filter(({ state }) => state === 'remnant')
    expect(remnants.length).toBeGreaterThan(0)
    for (const { id, leftM, lengthM } of remnants) {
      const own = cuttings.filter(({ jumboRollId }) => jumboRollId === id)
      expect(own.map(({ remnantM }) => remnantM)).toEqual([leftM])
      expect(leftM! + own[0]!.sets! * own[0]!.lengthM!).toBeCloseTo(lengthM!, 0)
    }
  })

  it('has process inspections for half a year of orders, so that the cheapest runs of a product can be compared', () => {
    const inspected = new Set(getRows(rows, processInspection1).map(({ workOrderId }) => workOrderId))
    const last = Math.max(...orders.map(({ finishedAt }) => time(finishedAt) || 0))
    const runs = orders.filter(({ finishedAt }) => time(finishedAt) > last - 180 * 24 * 3_600_000)
    expect(runs.length).toBeGreaterThan(50)
    expect(runs.filter(({ id }) => !inspected.has(id)).map(({ number }) => number)).toEqual([])
  })

  it('feeds nothing before it was received', () => {
    const lots = byId(getRows(rows, materialLot))
    for (const { lotId, fedAt } of getRows(rows, feed)) {
      const lot = lots.get(lotId ?? '')
      if (lot) expect(time(fedAt), lot.number).toBeGreaterThan(time(`${lot.receivedOn}T00:00:00+08:00`))
      if (lot) expect(time(fedAt), lot.number).toBeGreaterThanOrEqual(time(lot.createdAt))
    }
  })
})
