import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { standardsContract } from '@/areas/standards/contract'
import { approvalFields } from '@/areas/standards/contract/approval'
import { versionedDocuments, getDocumentKind, type VersionedDocument } from '@/areas/standards/contract/document-list'
import { permissionSuffixes } from '@/areas/standards/rules/approval'
import { getAreaEndpoints } from '@/contract/area'
import { menuPages } from '@/contract/menu'

const all: readonly [string, VersionedDocument][] = versionedDocuments.map((of) => [of.resource.name, of])
const called = new Map(getAreaEndpoints(standardsContract).map((endpoint) => [endpoint.name, endpoint]))

test('every resource whose versions are approved is a document', () => {
  const approved = areaContracts.flatMap(({ resources }) =>
    resources.filter((r) => 'waitingFor' in r.fields && 'revision' in r.fields),
  )
  expect(approved.map(({ name }) => name).toSorted()).toEqual(all.map(([name]) => name).toSorted())
})

test.each(all)('%s has the fields, calls and keys of a document', (name, of) => {
  expect(of.resource.fields).toMatchObject(approvalFields)
  expect(of.resource.unique).toContainEqual(['code', 'revision'])
  for (const field of of.immutableFields) expect(of.resource.fields, field).toHaveProperty(field)
  for (const kind of of.kinds) {
    const keys = menuPages.find((page) => page.name === kind.page)!.keys as readonly string[]
    expect(keys).toEqual(expect.arrayContaining(['View', 'Download', ...Object.values(permissionSuffixes)]))
    expect([kind.add, kind.edit, kind.remove, kind.excel].map(({ access }) => access)).toEqual(
      ['Add', 'Edit', 'Delete', 'Download'].map((suffix) => `${kind.page}${suffix}`),
    )
    expect(getDocumentKind(of, kind.fixed)).toBe(kind)
    // Nobody writes what approval writes.
    for (const written of [kind.add, kind.edit].map(({ input }) => Object.keys(input)))
      expect(written.filter((field) => field in approvalFields)).toEqual([])
    for (const field of Object.keys(kind.content)) expect(of.resource.fields, field).toHaveProperty(field)
  }
  for (const [verb, suffix] of Object.entries({
    newVersion: 'Add',
    submit: 'SetApprover',
    withdraw: 'SetApprover',
    ratify: 'Approve',
    replaceApprover: 'Approve',
  }))
    expect(of.steps[verb as 'submit'].access).toEqual(of.kinds.map(({ page }) => `${page}${suffix}`))
  for (const verb of ['submit', 'withdraw', 'ratify', 'replaceApprover'] as const)
    expect(of.steps[verb].input['version'], verb).toMatchObject({ required: true })
  // All of its calls are answered: none is declared and forgotten.
  for (const { name: call } of [
    ...Object.values(of.steps),
    ...of.kinds.flatMap((k) => [k.add, k.edit, k.remove, k.excel]),
  ])
    expect(called.has(call), `${name}: ${call}`).toBe(true)
})
