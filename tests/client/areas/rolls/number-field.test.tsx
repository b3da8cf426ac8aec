// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NumberField } from '@/areas/rolls/client/shared/NumberField'
import { loadTexts } from '../../texts'

afterEach(cleanup)
test('a number is named by its label, of several words too', async () => {
  await loadTexts()
  render(<NumberField label="From metre" unit="m" value={5} onChange={() => undefined} />)
  expect(screen.getByRole('button', { name: 'From metre' }).textContent).toBe('5m')
})
