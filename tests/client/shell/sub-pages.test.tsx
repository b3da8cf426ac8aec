// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { SubPages } from '@/client/shell/PageViews'

afterEach(cleanup)

it.each([
  ['/tools', 'the list'],
  ['/tools/labels', 'labels'],
  ['/tools/nothing', 'no such page'],
  ['/tools/labels/nothing', 'no such page'],
])('of %s there is %s', async (address, expectedPage) => {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/tools/*" element={<SubPages pages={{ '': <p>the list</p>, labels: <p>labels</p> }} />} />
        <Route path="/error_page/404" element={<p>no such page</p>} />
      </Routes>
    </MemoryRouter>,
  )
  expect(await screen.findByText(expectedPage)).toBeTruthy()
})
