// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import words from '@/client/locales/zh.json'
import { LoginForm } from '@/client/session/LoginPage'
import { createFakePhone } from '../fake-phone'
import { startFakeServer } from '../fake-server'
import { loadTexts } from '../texts'

beforeEach(() => loadTexts())
afterEach(cleanup)
async function attemptLogin(unsent: number): Promise<string> {
  const owners = unsent > 0 ? [{ userId: 'u1', userName: 'maint', unsent }] : []
  replacePhoneStore(createFakePhone({ listPeopleWithUnsentWork: () => Promise.resolve(owners) }))
  startFakeServer({ 'POST /user/login': new TypeError('no network') })
  render(
    <MemoryRouter>
      <LoginForm account={{ userName: 'maint' }} />
    </MemoryRouter>,
  )
  await userEvent.type(screen.getByLabelText(words.session.password), 'x')
  await userEvent.click(screen.getByRole('button', { name: words.session.signIn }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
  return screen.getByRole('alert').textContent
}

it('an offline login explains the unsent commands on this phone, and what to do', async () => {
  const said = await attemptLogin(5)
  expect(said).toContain(words.session.unreachable)
  expect(said).toContain('保存着 5 条未上传的记录')
  expect(said).toContain(words.session.unreachableTodo)
})
it('shows no count on a phone without unsent commands', async () => {
  expect(await attemptLogin(0)).toBe(`${words.session.unreachable} ${words.session.unreachableTodo}`)
})
it('the "stay signed in" box says that an offline start needs it', () => {
  render(
    <MemoryRouter>
      <LoginForm />
    </MemoryRouter>,
  )
  const box = screen.getByLabelText(words.session.keep)
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(words.session.keepHint)
})
