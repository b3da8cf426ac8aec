// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhone } from '@/client/api/phone'
import words from '@/client/locales/zh.json'
import { LoginForm } from '@/client/session/LoginPage'
import { fakePhone } from '../fake-phone'
import { fakeServer } from '../fake-server'
import { loadTexts } from '../texts'

beforeEach(() => loadTexts())
afterEach(cleanup)
async function tried(unsent: number): Promise<string> {
  const owners = unsent > 0 ? [{ userId: 'u1', userName: 'maint', unsent }] : []
  replacePhone(fakePhone({ owners: () => Promise.resolve(owners) }))
  fakeServer({ 'POST /user/login': new TypeError('no network') })
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

it('a login without a network tells what is kept on this phone, and what to do', async () => {
  const said = await tried(5)
  expect(said).toContain(words.session.unreachable)
  expect(said).toContain('保存着 5 条未上传的记录')
  expect(said).toContain(words.session.unreachableTodo)
})
it('of a phone with nothing unsent it tells no count', async () => {
  expect(await tried(0)).toBe(`${words.session.unreachable} ${words.session.unreachableTodo}`)
})
it('the box that keeps one signed in says that a start without a network needs it', () => {
  render(
    <MemoryRouter>
      <LoginForm />
    </MemoryRouter>,
  )
  const box = screen.getByLabelText(words.session.keep)
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(words.session.keepHint)
})
