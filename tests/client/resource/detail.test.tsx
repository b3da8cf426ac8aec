// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { amount, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { loadTexts } from '../texts'

const paper = defineResource('paper', {
  area: 'plant',
  fields: { product: text(), productEn: text(), kg: amount({ unit: 'kg' }) },
  title: ['product'],
  englishFields: { product: 'productEn' },
  search: ['product'],
  sort: 'product',
  routes: {},
  permissions: { view: 'qualityReportView' },
})
const row = { id: '0193a000-0000-7000-8000-000000000001', version: 1, product: '纺粘布', productEn: 'Spunbond', kg: 5 }

beforeEach(() => loadTexts({ plant: { paper: { fields: { product: '产品', productEn: '英文', kg: '重量' } } } }))
afterEach(cleanup)

describe('a number with its unit in the same row', () => {
  const alert = defineResource('alert', {
    area: 'plant',
    fields: { value: amount({ unit: '', unitField: 'unit' }), unit: text() },
    title: ['unit'],
    sort: 'unit',
    routes: {},
    permissions: { view: 'noticesView' },
  })
  it.each([
    ['kWh/kg', '2.4\u00a0kWh/kg'],
    [null, '2.4'],
  ])('is shown with it: %s', (unit, displayedText) => {
    render(
      <ResourceDetailView
        resource={alert}
        row={{ id: row.id, version: 1, value: 2.4, unit }}
        refs={{}}
        fieldNames={['value']}
      />,
    )
    expect(screen.getByRole('definition').textContent).toBe(displayedText)
  })
})
describe('a text with an English version in a detail', () => {
  it("appears in the reader's language", async () => {
    await i18next.changeLanguage('en')
    render(<ResourceDetailView resource={paper} row={row} refs={{}} fieldNames={['product', 'kg']} />)
    expect(screen.getByText('Spunbond')).toBeTruthy()
    expect(screen.queryByText('纺粘布')).toBeNull()
  })
  it('shows its own value where both versions are displayed', async () => {
    await i18next.changeLanguage('en')
    render(<ResourceDetailView resource={paper} row={row} refs={{}} />)
    expect(screen.getByText('纺粘布')).toBeTruthy()
    expect(screen.getByText('Spunbond')).toBeTruthy()
  })
})
