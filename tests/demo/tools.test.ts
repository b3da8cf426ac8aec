import { expect, test } from 'vitest'
import { deriveToolState, findUseProblem, type ToolUseFields } from '@/areas/tools/rules/tool'
import { seededRoles } from '@/areas/access/server/seeded-roles'
import { buildTools } from '@/demo/tools'
import { MachineOutputLog } from '@/demo/tools/machine-output'
import { createDemoEra } from '@/demo/demo-era'
import { buildLayout } from '@/demo/lines'
import { buildStaff } from '@/demo/people'
import { Dice } from '@/demo/random'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitSet } from '@/areas/slitting/contract/slitting'
import { DAY_MS, HOUR_MS, toMoment } from '@/plant/rules/plant-time'

const era = createDemoEra(new Date('2026-11-20T02:00:00Z'), 'Asia/Shanghai', 'zh')
const dice = new Dice('tools')
const staff = buildStaff(dice.branch('people'), era, new Map(seededRoles.map(({ code }) => [code, dice.id(era.from)])))
const layout = buildLayout(dice.branch('site'), era, staff, 1)
/** Every machine makes 10,000 m and 480 kg an hour. */
const made = new MachineOutputLog()
for (const line of layout.lines) {
  const hours = Array.from({ length: Math.floor((era.now - era.from) / HOUR_MS) }, (_, i) => era.from + i * HOUR_MS)
  const slits = line.kind === 'slitting'
  made.recordBatches([
    {
      resource: slits ? slitSet : jumboRoll,
      rows: hours.map((at) =>
        slits
          ? { slitterId: line.id, doffedAt: toMoment(at), fromM: 0, toM: 10_000, kg: 480 }
          : { lineId: line.id, startedAt: toMoment(at - HOUR_MS), doffedAt: toMoment(at), lengthM: 10_000, netKg: 480 },
      ),
    },
  ])
}
const [tools, uses] = buildTools(dice.branch('tools'), era, layout, staff, made, 1).map(({ rows }) => rows)

test('tools have complete histories, are where their records say, and their use equals the output', () => {
  for (const kind of ['knife', 'windFilter', 'spinneret', 'meshBelt', 'honeycombPanel']) {
    const own = tools!.filter((one) => one['kind'] === kind)
    expect(own.filter(({ state }) => state === 'mounted').length, kind).toBeGreaterThanOrEqual(2)
    expect(own.filter(({ state }) => state === 'scrapped').length, kind).toBeGreaterThanOrEqual(5)
  }
  expect(new Set(tools!.map(({ code }) => code)).size).toBe(tools!.length)
  expect(tools!.some(({ lifePercent }) => Number(lifePercent) >= 90)).toBe(true)
  for (const one of tools!) {
    const own = uses!
      .filter((use) => use['toolId'] === one['id'])
      .map((use) => ({ lineId: null, place: null, side: null, removedAt: null, reason: null, ...use }) as ToolUseFields)
    expect(deriveToolState(own)).toMatchObject({ state: one['state'], lineId: one['lineId'], place: one['place'] })
    for (const use of own) expect(findUseProblem(use, own)).toBeNull()
    const kg = uses!.filter((use) => use['toolId'] === one['id']).reduce((sum, use) => sum + Number(use['kg'] ?? 0), 0)
    expect(Number(one['usedKg'])).toBeCloseTo(kg, 0)
  }
  const on = tools!
    .filter(({ state }) => state === 'mounted')
    .map((one) => `${one['kind']} ${one['lineId']} ${one['place']}`)
  expect(new Set(on).size).toBe(on.length)
  expect(uses!.every((use) => !use['removedAt'] || String(use['removedAt']) <= toMoment(era.now + DAY_MS))).toBe(true)
})
