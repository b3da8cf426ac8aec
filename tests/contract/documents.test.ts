import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { standardsContract } from '@/areas/standards/contract'
import { approvalFields } from '@/areas/standards/contract/approval'
import { versionedDocuments, getDocumentKind, type VersionedDocument } from '@/areas/standards/contract/document-list'
import { permissionByAction } from '@/areas/standards/rules/approval'
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

test.each(all)('%s has the fields, calls and keys of a document', (name, document) => {
  expect(document.resource.fields).toMatchObject(approvalFields)
  expect(document.resource.unique).toContainEqual(['code', 'revision'])
  for (const field of document.immutableFields) expect(document.resource.fields, field).toHaveProperty(field)
  for (const kind of document.kinds) {
    const keys = menuPages.find((page) => page.name === kind.page)!.suffixes as readonly string[]
    expect(keys).toEqual(expect.arrayContaining(['View', 'Download', ...Object.values(permissionByAction)]))
    expect([kind.add, kind.edit, kind.remove, kind.excel].map(({ access }) => access)).toEqual(
      ['Add', 'Edit', 'Delete', 'Download'].map((suffix) => `${kind.page}${suffix}`),
    )
    expect(getDocumentKind(document, kind.fixedValues)).toBe(kind)
    // Callers cannot write the fields of the approval.
    for (const written of [kind.add, kind.edit].map(({ input }) => Object.keys(input)))
      expect(written.filter((field) => field in approvalFields)).toEqual([])
    for (const field of Object.keys(kind.contentFields)) expect(document.resource.fields, field).toHaveProperty(field)
  }
  for (const [verb, suffix] of Object.entries({
    newVersion: 'Add',
    submit: 'SetApprover',
    withdraw: 'SetApprover',
    ratify: 'Approve',
    replaceApprover: 'Approve',
  }))
    expect(document.approvalEndpoints[verb as 'submit'].access).toEqual(
      document.kinds.map(({ page }) => `${page}${suffix}`),
    )
  for (const verb of ['submit', 'withdraw', 'ratify', 'replaceApprover'] as const)
    expect(document.approvalEndpoints[verb].input['version'], verb).toMatchObject({ required: true })
  // Every declared call has a handler.
  for (const { name: call } of [
    ...Object.values(document.approvalEndpoints),
    ...document.kinds.flatMap((k) => [k.add, k.edit, k.remove, k.excel]),
  ])
    expect(called.has(call), `${name}: ${call}`).toBe(true)
})
