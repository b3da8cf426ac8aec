import { expect, test } from 'vitest'
import { areaClients } from '@/areas/clients'
import { areaServers } from '@/areas/servers'
import { labelPrefixes } from '@/plant/rules/label'

const codes = areaServers.flatMap((area) => area.codeLookups.map((code) => ({ ...code, area: area.contract.name })))

test('every label code leads to the rows of one resource', () => {
  expect(codes.map(({ kind }) => kind).sort()).toEqual(Object.keys(labelPrefixes).sort())
})
test('an area finds its own rows by code', () => {
  for (const { area, kind, resource, codeField: by } of codes) {
    expect(resource.area, kind).toBe(area)
    const [field = '', inList] = by.split('.')
    const spec = resource.fields[field]
    const code = inList && spec?.kind === 'list' ? spec.of[inList] : spec
    expect(code?.kind, `${kind}: ${by}`).toBe('text')
  }
})
test('the app offers the scanner for rows with labels only', () => {
  const scanned = areaClients.flatMap((area) =>
    (area.scannableResources ?? []).map((resource) => `${area.name} ${resource}`),
  )
  expect(scanned.sort()).toEqual(codes.map(({ area, resource }) => `${area} ${resource.name}`).sort())
})
