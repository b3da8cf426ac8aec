// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense, use, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Dialog } from '@/client/ui/Dialog'
import { loadTexts } from '../texts'

let shown: string[] = []
beforeEach(async () => {
  await loadTexts()
  shown = []
  const title = (dialog: HTMLDialogElement) => dialog.querySelector('h2')?.textContent ?? ''
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
    shown = [...shown.filter((one) => one !== title(this)), title(this)]
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
    shown = shown.filter((one) => one !== title(this))
  }
})
afterEach(cleanup)

it('a sheet that opened over another stays on top when the page had to wait for something in it', async () => {
  let come = (): void => undefined
  const words = new Promise<string>((done) => {
    come = () => done('words')
  })
  const Waits = () => <p>{use(words)}</p>
  function Page() {
    const [more, setMore] = useState(false)
    return (
      <Dialog open onClose={() => undefined} title="list">
        <Dialog open onClose={() => undefined} title="over it">
          <button type="button" onClick={() => setMore(true)}>
            more
          </button>
          {more && <Waits />}
        </Dialog>
      </Dialog>
    )
  }
  render(
    <Suspense fallback="…">
      <Page />
    </Suspense>,
  )
  shown = ['list', 'over it'] // as a person opened them, one after the other
  screen.getByText('more').click()
  await screen.findByText('…')
  come()
  await screen.findByText('words')
  expect(shown).toEqual(['list', 'over it'])
})
