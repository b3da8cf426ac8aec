// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { useElementWidth } from '@/client/ui/use-element-width'

function Late() {
  const [isBoxDrawn, setThere] = useState(false)
  const [box, width] = useElementWidth<HTMLDivElement>()
  return (
    <>
      <button onClick={() => setThere(true)}>show</button>
      {isBoxDrawn && <div ref={box} />}
      <output>{width}</output>
    </>
  )
}

it('measures an element drawn later than its page', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 640 } as DOMRect)
  render(<Late />)
  expect(screen.getByRole('status').textContent).toBe('0')
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getByRole('status').textContent).toBe('640')
})
