import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'

/** Sections of the call list whose areas are built. A section is added with its area, so that no section is half answered. */
const built = new Set([
  'auth',
  'files',
  'equipment-ledger',
  'weekly-work-checks',
  'materials',
  'scheduling',
  'production',
  'production-forms',
  'production-stop',
  'interactive',
  'progress',
  'stock-statistics',
  'craft',
  'quality-records',
  'quality-data',
  'quality-issues',
  'cost',
  'prices',
  'energy-schedule',
  'energy-analysis',
  'tools',
  'reports-sheets',
  'boards',
  'lobby',
  'home',
  'dashboard-container',
])

/** Sections that are partly built, with their final paths. */
const begun: Readonly<Record<string, RegExp>> = {}

interface Call {
  section: string
  route: string
  blob: boolean
}
const calls: Call[] = readFileSync(new URL('calls.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => row.trim() !== '' && !row.startsWith('#'))
  .map((row) => {
    const [section = '', method = '', path = '', answer = ''] = row.split('\t')
    return { section, route: `${method} ${path}`, blob: answer.trim() === 'blob' }
  })
const endpoints = areaContracts.flatMap(getAreaEndpoints)
const isBuilt = ({ section, route }: Pick<Call, 'section' | 'route'>) =>
  built.has(section) || Boolean(begun[section]?.test(route))
const owners = (route: string) => endpoints.filter((e) => (e.routes as readonly string[]).includes(route))

describe('the calls of the specification', () => {
  it('are all listed', () => {
    expect(calls).toHaveLength(611)
    expect(calls.filter((call) => ['equipment-ledger', 'weekly-work-checks'].includes(call.section))).toHaveLength(109)
    expect(calls.filter(({ section }) => section === 'craft')).toHaveLength(48)
    for (const section of built)
      expect(
        calls.some((call) => call.section === section),
        section,
      ).toBe(true)
  })

  it('are each answered by exactly one endpoint of a built area', () => {
    const wrong = calls
      .filter(isBuilt)
      .map(({ section, route }) => ({ section, route, by: owners(route).map((e) => e.name) }))
      .filter(({ by }) => by.length !== 1)
    expect(wrong).toEqual([])
  })

  it('return a file where the specification demands a file, and data elsewhere', () => {
    const wrong = calls.filter(
      (call) =>
        isBuilt(call) &&
        owners(call.route).some((e) => (e.output.shape === 'blob') !== call.blob && !(call.blob && e.fileMime)),
    )
    expect(wrong).toEqual([])
  })

  it('list every fully covered section as built', () => {
    const sections = [...new Set(calls.map(({ section }) => section))].filter((section) => !built.has(section))
    const covered = sections.filter((section) =>
      calls.filter((c) => c.section === section).every((c) => owners(c.route).length === 1),
    )
    expect(covered).toEqual([])
  })

  it('never share a route', () => {
    const routes = endpoints.flatMap((e) => e.routes)
    expect(routes.filter((route, i) => routes.indexOf(route) !== i)).toEqual([])
  })
})
