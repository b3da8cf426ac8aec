import { describe, expect, it } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'
import type { Field } from '@/contract/field'
import { permissionKeys } from '@/contract/menu'
import type { Resource } from '@/contract/resource'
import { listTransitions, type StateMachine } from '@/contract/state-machine'

const resources = areaContracts.flatMap((a) => a.resources) as Resource[]
const endpoints = areaContracts.flatMap(getAreaEndpoints)
/** Rows of the kit itself: a call may name one, but it is no resource of an area. */
const internal = ['session']
const names = new Set<string>([...resources.map((r) => r.name), ...internal])
const keys = new Set<string>(permissionKeys)
const machines = areaContracts.flatMap((a) => a.lifecycles ?? [])
/** Every life cycle that the rules export, with its area. */
// Without a type argument: Vitest recognises `import.meta.glob(` and does not cache the file, because it depends on others.
const written = Object.entries(
  import.meta.glob('../../src/areas/*/rules/**/*.ts', { eager: true }) as Record<string, Record<string, unknown>>,
).flatMap(([file, exported]) =>
  Object.values(exported)
    .filter(isMachine)
    .map((machine) => ({ area: file.split('/areas/')[1]?.split('/')[0], machine })),
)
function isMachine(value: unknown): value is StateMachine {
  return value instanceof Object && ['name', 'states', 'initial', 'actions'].every((key) => key in value)
}

/** Every field with its path, including fields of lists. */
function* fieldsOf(at: string, fields: Readonly<Record<string, Field>>): Generator<[string, Field]> {
  for (const [name, field] of Object.entries(fields)) {
    yield [`${at}.${name}`, field]
    if (field.kind === 'list') yield* fieldsOf(`${at}.${name}`, field.of)
  }
}
const everyField = [
  ...resources.flatMap((r) => [...fieldsOf(r.name, r.fields)]),
  ...endpoints.flatMap((e) => [...fieldsOf(e.name, e.input), ...fieldsOf(e.name, e.output.fields)]),
]
const twice = (values: readonly string[]) => values.filter((value, i) => values.indexOf(value) !== i)

describe('contracts', () => {
  it('have unique names of resources, tables and calls', () => {
    expect(twice(resources.map((r) => r.name))).toEqual([])
    expect(twice(resources.map((r) => r.table))).toEqual([])
    expect(twice(endpoints.map((e) => e.name))).toEqual([])
  })

  it("name a text field of the same row if a number's unit is stored there", () => {
    const astray = resources.flatMap((r) =>
      Object.entries(r.fields).flatMap(([name, field]) =>
        field.kind === 'amount' && field.unitField && r.fields[field.unitField]?.kind !== 'text'
          ? [`${r.name}.${name}`]
          : [],
      ),
    )
    expect(astray).toEqual([])
  })

  it('assign a call to the area that declares it', () => {
    expect(
      areaContracts.flatMap((a) =>
        getAreaEndpoints(a)
          .filter((e) => e.area !== a.name)
          .map((e) => e.name),
      ),
    ).toEqual([])
  })

  it('protect calls and life-cycle steps with keys of the menu', () => {
    const open = new Set(['signedIn', 'public'])
    const guarded = endpoints.flatMap((e) =>
      (typeof e.access === 'string' ? [e.access] : e.access).map((key) => `${e.name}: ${key}`),
    )
    expect(
      guarded.filter((line) => {
        const key = line.split(': ')[1] ?? ''
        return !keys.has(key) && !open.has(key)
      }),
    ).toEqual([])
    const steps = machines.flatMap((m) =>
      listTransitions(m).flatMap((t) => [t.permission ?? []].flat().map((key) => `${m.name}.${t.action}: ${key}`)),
    )
    expect(steps.filter((line) => !keys.has(line.split(': ')[1] ?? ''))).toEqual([])
  })

  it('list every life cycle that the rules of their area define, each once', () => {
    expect(written.length).toBeGreaterThan(0)
    const listed = (area: string | undefined) => areaContracts.find(({ name }) => name === area)?.lifecycles ?? []
    expect(
      written
        .filter(({ area, machine }) => !listed(area).includes(machine))
        .map(({ area, machine }) => [area, machine.name]),
    ).toEqual([])
    expect(twice(machines.map(({ name }) => name))).toEqual([])
    expect(machines.filter((machine) => !written.some((each) => each.machine === machine)).map((m) => m.name)).toEqual(
      [],
    )
  })

  it('refer only to resources that exist', () => {
    const lost = everyField.flatMap(([at, f]) =>
      (f.kind === 'reference' || f.kind === 'references') && !names.has(f.to) ? [`${at} → ${f.to}`] : [],
    )
    expect([...new Set(lost)]).toEqual([])
  })

  it('name the row that each offline command belongs to', () => {
    const wrong = endpoints.filter(
      (e) => e.offline && (!names.has(e.offline.resource) || !(e.offline.idInput in e.input) || e.effect !== 'write'),
    )
    expect(wrong.map((e) => e.name)).toEqual([])
  })

  it('never require a lower limit above the upper one', () => {
    const crossed = everyField.filter(
      ([, f]) =>
        (f.kind === 'integer' || f.kind === 'amount') && f.min !== undefined && f.max !== undefined && f.min > f.max,
    )
    expect(crossed.map(([at]) => at)).toEqual([])
  })

  it('use default values that their own options allow', () => {
    const wrong = everyField.filter(
      ([, f]) => f.kind === 'choice' && f.default !== undefined && !f.options.includes(String(f.default)),
    )
    expect(wrong.map(([at]) => at)).toEqual([])
  })

  it('sort by existing columns', () => {
    const base = new Set(['createdAt', 'updatedAt'])
    expect(
      resources
        .filter((r) => {
          const by = r.sort.replace(/^-/, '')
          return !(by in r.fields) && !base.has(by)
        })
        .map((r) => `${r.name}: ${r.sort}`),
    ).toEqual([])
  })
})
