// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense, use, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Dialog } from '@/client/ui/Dialog'
import { loadTexts } from '../texts'

let displayedOrder: string[] = []
beforeEach(async () => {
  await loadTexts()
  displayedOrder = []
  const title = (dialog: HTMLDialogElement) => dialog.querySelector('h2')?.textContent ?? ''
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
    displayedOrder = [...displayedOrder.filter((one) => one !== title(this)), title(this)]
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
    displayedOrder = displayedOrder.filter((one) => one !== title(this))
  }
})
afterEach(cleanup)

it('a dialog above another stays on top if the page had to wait for its content', async () => {
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
  displayedOrder = ['list', 'over it'] // as a person opened them, one after the other
  screen.getByText('more').click()
  await screen.findByText('…')
  come()
  await screen.findByText('words')
  expect(displayedOrder).toEqual(['list', 'over it'])
})
