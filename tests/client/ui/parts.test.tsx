// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { EmptyState } from '@/client/ui/EmptyState'
import { ErrorState } from '@/client/ui/ErrorState'
import { FieldErrorList } from '@/client/ui/FieldErrorList'
import { PageFrame } from '@/client/ui/PageFrame'
import { ProgressIndicator } from '@/client/ui/ProgressIndicator'
import { Quantity, AbbreviatedNumbersProvider } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { useConfirm, type ConfirmQuestion } from '@/client/ui/ConfirmDialog'
import { renderWithTexts } from './render'

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn()
})

describe('Quantity', () => {
  it('shows the exact value on tap and the short one on the next tap', async () => {
    renderWithTexts(<Quantity value={123_456.789} unit="kg" size="large" />)
    const number = screen.getByRole('button')
    expect(number.textContent).toBe('12.3万kg')
    await userEvent.click(number)
    expect(number.textContent).toBe('123,456.789 kg')
    await userEvent.click(number)
    expect(number.textContent).toBe('12.3万kg')
  })
  it('is abbreviated in a card of any size, and exact elsewhere and for whole numbers', () => {
    const { container } = renderWithTexts(
      <>
        <AbbreviatedNumbersProvider>
          <Quantity value={110_000} unit="kg" size="large" /> <Quantity value={17_960} unit="kg" />{' '}
          <Quantity value={17_960} unit="kg" showsAllDigits /> <Quantity value={9_999} unit="kg" />
        </AbbreviatedNumbersProvider>{' '}
        <Quantity value={17_960} unit="kg" />
      </>,
    )
    expect(container.textContent.replaceAll('\u00a0', ' ')).toBe('11.0万kg 1.8万 kg 17,960 kg 9,999 kg 17,960 kg')
  })
  it('is exact on paper', () => {
    renderWithTexts(<Quantity value={123_456.789} unit="kg" size="large" />)
    fireEvent(window, new Event('beforeprint'))
    expect(screen.getByRole('button').textContent).toBe('123,456.789 kg')
    fireEvent(window, new Event('afterprint'))
    expect(screen.getByRole('button').textContent).toBe('12.3万kg')
  })
  it.each([
    [16, '高于上限'],
    [11, '低于下限'],
  ])('%d stands out of its limits by a word too', (value, word) => {
    renderWithTexts(<Quantity value={value} unit="g/m²" lowLimit={12} highLimit={15} />)
    expect(screen.getByRole('img', { name: word })).toBeTruthy()
  })
  it.each([
    [1.63, '1.63\u00a0MPa'],
    [1.6, '1.6\u00a0MPa'],
    [1.234, '1.2\u00a0MPa'],
  ])('%d next to its limits reads %s', (value, text) => {
    const { container } = renderWithTexts(
      <Quantity value={value} unit="MPa" decimals={1} lowLimit={0.8} highLimit={1.6} />,
    )
    expect(container.textContent).toBe(text)
  })
  it.each([12, 15, null, undefined])('%s does not', (value) => {
    renderWithTexts(<Quantity value={value} unit="g/m²" lowLimit={12} highLimit={15} />)
    expect(screen.queryByRole('img')).toBeNull()
  })
})

it('a state has an icon and a text', () => {
  const { container } = renderWithTexts(<StateBadge tone="bad">停机</StateBadge>)
  expect(container.querySelector('svg')).toBeTruthy()
  expect(screen.getByText('停机').className).toContain('tone-bad')
})

describe('useConfirm', () => {
  function Asking({ question, onAnswer }: { question: ConfirmQuestion; onAnswer: (yes: boolean) => void }) {
    const [ask, dialog] = useConfirm()
    return (
      <>
        <button type="button" onClick={() => void ask(question).then(onAnswer)}>
          ask
        </button>
        {dialog}
      </>
    )
  }
  it('asks from within a form without submitting the form', async () => {
    const [onAnswer, onSubmit] = [vi.fn(), vi.fn((event: { preventDefault(): void }) => event.preventDefault())]
    renderWithTexts(
      <form onSubmit={onSubmit}>
        <Asking question={{ objectName: '看板' }} onAnswer={onAnswer} />
      </form>,
    )
    await userEvent.click(screen.getByText('ask'))
    const dialog = screen.getByRole('alertdialog')
    expect(dialog.querySelector('form')).toBeNull()
    await userEvent.click(within(dialog).getByRole('button', { name: '删除' }))
    expect(onAnswer.mock.calls).toEqual([[true]])
    expect(onSubmit).not.toHaveBeenCalled()
  })
  it("asks with the specification's question, names the row, and returns the answer", async () => {
    const onAnswer = vi.fn()
    renderWithTexts(<Asking question={{ objectName: '维修单 R-2031' }} onAnswer={onAnswer} />)
    await userEvent.click(screen.getByText('ask'))
    const dialog = within(screen.getByRole('alertdialog'))
    expect(dialog.getByText('此操作将永久删除该数据, 是否继续?')).toBeTruthy()
    expect(dialog.getByText('维修单 R-2031')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: '删除' }))
    expect(onAnswer.mock.calls).toEqual([[true]])
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await userEvent.click(screen.getByText('ask'))
    await userEvent.click(screen.getByRole('button', { name: '取消' }))
    expect(onAnswer.mock.calls).toEqual([[true], [false]])
  })
  it('waits for a second tap where nothing can be restored, and says so', async () => {
    const onAnswer = vi.fn()
    renderWithTexts(<Asking question={{ objectName: 'R-2031', needsSecondTap: true }} onAnswer={onAnswer} />, 'en')
    await userEvent.click(screen.getByText('ask'))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(onAnswer).not.toHaveBeenCalled()
    expect(screen.getByText('Tap Delete once more: it cannot be undone.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(onAnswer.mock.calls).toEqual([[true]])
  })
})

describe('FieldErrors', () => {
  const errors = [
    { field: 'length', label: '长度', message: '必须大于 0' },
    { field: 'reason', label: '原因', message: '请选择' },
  ]
  it('takes the focus when it appears and jumps to a field, also inside a wrapper', async () => {
    renderWithTexts(
      <>
        <FieldErrorList errors={errors} />
        <input id="length" />
        <div id="reason">
          <button type="button">pick</button>
        </div>
      </>,
    )
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    await userEvent.click(screen.getByText('必须大于 0'))
    expect(document.activeElement?.id).toBe('length')
    await userEvent.click(screen.getByText('请选择'))
    expect(document.activeElement?.textContent).toBe('pick')
  })
  it('is empty without errors and does not take the focus back on each keystroke', async () => {
    function Form() {
      const [text, setText] = useState('')
      return (
        <>
          <FieldErrorList errors={text === 'ok' ? [] : errors.map((error) => ({ ...error }))} />
          <input value={text} onChange={(event) => setText(event.target.value)} />
        </>
      )
    }
    renderWithTexts(<Form />)
    await userEvent.type(screen.getByRole('textbox'), 'ok')
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

it('an error says what happened, what was kept and what to do, and can be retried', async () => {
  const onRetry = vi.fn()
  renderWithTexts(<ErrorState title="服务器没有回应" detail="已保存在本机" code="6000" onRetry={onRetry} />)
  const text = screen.getByRole('alert').textContent
  for (const part of ['服务器没有回应', '已保存在本机', '请重试', '6000']) expect(text).toContain(part)
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

it('an empty filtered list offers to clear the filter', async () => {
  const onClear = vi.fn()
  renderWithTexts(<EmptyState onClearFilters={onClear} />, 'en')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(onClear).toHaveBeenCalledOnce()
})

it('progress is announced to screen readers and can be cancelled', async () => {
  const onCancel = vi.fn()
  renderWithTexts(<ProgressIndicator label="正在导入" done={3} total={12} onCancel={onCancel} />)
  const bar = screen.getByRole('progressbar', { name: '正在导入' })
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['3', '12'])
  await userEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(onCancel).toHaveBeenCalledOnce()
})

it('a page has one heading, and its primary action is last', () => {
  const { container } = renderWithTexts(
    <PageFrame title="维修" subtitle="共 3 条" primary={<button type="button">新建</button>}>
      content
    </PageFrame>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('维修')
  expect(container.querySelector('footer')?.textContent).toBe('新建')
  expect(container.querySelector('.ui-page')?.lastElementChild?.tagName).toBe('FOOTER')
})
