// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileParts } from '@/client/fields/file'
import { file } from '@/contract/field'
import { startFakeServer, ok, unreachable } from '../fake-server'
import { loadTexts } from '../texts'

const { Input, Value } = fileParts
const field = file({ max: 9 })
const place = { area: 'contract', owner: 'x' }
const [certificate, nameless] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002']
const states = [certificate, nameless].map((id, index) => ({
  id,
  state: 'stored',
  name: index === 0 ? 'COA 2411.pdf' : null,
  mime: 'application/pdf',
  size: 9,
  owner: null,
  why: null,
}))
const renderNode = (node: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {node}
    </QueryClientProvider>,
  )
beforeEach(async () => {
  await loadTexts()
})
afterEach(cleanup)

it('files of a row are displayed by name, a file without a name by its number, with one request', async () => {
  const { sent } = startFakeServer({ 'GET /file_states': ok(states) })
  renderNode(<Value field={field} name="documents" place={place} value={[certificate, nameless]} refs={{}} isDetail />)
  expect(await screen.findByRole('button', { name: 'COA 2411.pdf' })).toBeDefined()
  expect(screen.getByRole('button', { name: '文件 2' })).toBeDefined()
  expect(sent.map(({ url }) => decodeURIComponent(url))).toEqual([`/api/file_states?ids=${certificate},${nameless}`])
})
it('a reopened form shows the names of attached files', async () => {
  startFakeServer({ 'GET /file_states': ok(states) })
  renderNode(
    <Input
      field={field}
      name="documents"
      place={place}
      id="d"
      label="附件"
      value={[certificate]}
      onChange={() => undefined}
    />,
  )
  expect(await screen.findByText('COA 2411.pdf')).toBeDefined()
})
it('offline they are numbered', () => {
  startFakeServer({}, unreachable)
  renderNode(<Value field={field} name="documents" place={place} value={[certificate, nameless]} refs={{}} isDetail />)
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['文件 1', '文件 2'])
})
