// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { useWidth } from '@/client/resource/use-width'

function Late() {
  const [there, setThere] = useState(false)
  const [box, width] = useWidth<HTMLDivElement>()
  return (
    <>
      <button onClick={() => setThere(true)}>show</button>
      {there && <div ref={box} />}
      <output>{width}</output>
    </>
  )
}

it('measures what is drawn later than its page', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 640 } as DOMRect)
  render(<Late />)
  expect(screen.getByRole('status').textContent).toBe('0')
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getByRole('status').textContent).toBe('640')
})
