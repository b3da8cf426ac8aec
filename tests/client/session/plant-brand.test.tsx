// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { registerAreas } from '@/client/area-registry'
import { LoginFrame } from '@/client/session/LoginPage'
import { plantClient } from '@/plant/client'
import { startFakeServer, ok, unreachable } from '../fake-server'
import { loadTexts } from '../texts'

beforeEach(async () => {
  await loadTexts()
  localStorage.clear()
  registerAreas([plantClient])
})
afterEach(() => {
  cleanup()
  registerAreas([])
})
const showLogin = () =>
  render(
    <MemoryRouter>
      <LoginFrame>…</LoginFrame>
    </MemoryRouter>,
  )

it('shows name and logo of the plant, the last known ones at once and without a network', async () => {
  const brand = { name: '示范无纺布', nameEn: null, logo: 'data:image/webp;base64,AAAA' }
  startFakeServer({ 'GET /plant/brand': ok(brand) })
  showLogin()
  expect(screen.queryByText(brand.name)).toBeNull()
  expect(await screen.findByText(brand.name)).toBeTruthy()
  expect(document.querySelector('.login-plant img')!.getAttribute('src')).toBe(brand.logo)
  cleanup()
  startFakeServer({ 'GET /plant/brand': unreachable })
  showLogin()
  expect(screen.getByText(brand.name)).toBeTruthy()
})
it('shows neither for a plant that has set none', async () => {
  const { sent } = startFakeServer({ 'GET /plant/brand': ok({ name: null, nameEn: null, logo: null }) })
  showLogin()
  await screen.findByRole('heading', { level: 1 })
  expect(sent).toHaveLength(1)
  expect(document.querySelector('.login-plant')).toBeNull()
})
