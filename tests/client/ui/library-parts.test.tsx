// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Collapse } from '@/client/ui/Collapse'
import { CountBadge } from '@/client/ui/StateBadge'
import { LongText } from '@/client/ui/LongText'
import { PictureUpload } from '@/client/ui/PictureUpload'
import CascadePopup from '@/client/ui/popup/CascadePopup'
import { usePopup } from '@/client/ui/popup/use-popup'
import { ResultView } from '@/client/ui/ResultView'
import { renderWithTexts } from './render'
import { simulateTouchScreen, waitForWheels } from './touch-screen'

describe('Collapse', () => {
  it('is a native disclosure with a mouse', () => {
    renderWithTexts(
      <Collapse title="更多">
        <p>内容</p>
      </Collapse>,
    )
    expect(screen.getByText('更多').closest('details')!.open).toBe(false)
  })
  it('opens and closes by keyboard on a touch screen, and takes closed content out of the tab order', async () => {
    simulateTouchScreen()
    renderWithTexts(
      <Collapse title="更多">
        <button type="button">内部</button>
      </Collapse>,
    )
    const header = screen.getByRole('button', { name: '更多' })
    expect(header.getAttribute('aria-expanded')).toBe('false')
    header.focus()
    await userEvent.keyboard('{Enter}')
    expect(header.getAttribute('aria-expanded')).toBe('true')
    const content = screen.getByText('内部').closest('.adm-collapse-panel-content')!
    expect(content.hasAttribute('inert')).toBe(false)
    await userEvent.keyboard(' ')
    expect(content.hasAttribute('inert')).toBe(true)
  })
})

describe('CascadePopup', () => {
  beforeEach(simulateTouchScreen)
  const groups = [
    { value: 'a1', label: '一车间', children: [{ value: 'm1', label: '卷绕机' }] },
    {
      value: 'a2',
      label: '二车间',
      children: [
        { value: 'm2', label: '分切机' },
        { value: 'm3', label: '打包机' },
      ],
    },
  ]
  const onChoose = vi.fn<(value: string, label: string) => void>()
  function Field() {
    const popup = usePopup()
    return (
      <>
        <button type="button" onClick={(event) => popup.open(event.currentTarget, '机台')}>
          选择
        </button>
        {popup.anchor && (
          <CascadePopup
            id="popup"
            anchor={popup.anchor}
            groups={groups}
            wheelLabels={['区域', '机台']}
            value={null}
            onChoose={onChoose}
            onClose={popup.close}
          />
        )}
      </>
    )
  }
  it('offers the members of the chosen group; arrows turn the wheels, Enter takes the member', async () => {
    renderWithTexts(<Field />)
    await userEvent.click(screen.getByText('选择'))
    const areas = await screen.findByRole('listbox', { name: '区域' })
    await waitForWheels()
    areas.focus()
    await userEvent.keyboard('{ArrowDown}')
    await waitForWheels()
    const machines = await screen.findByRole('listbox', { name: '机台' })
    await waitFor(() => expect(machines.textContent).toContain('打包机'))
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await waitForWheels()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(onChoose).toHaveBeenCalledExactlyOnceWith('m3', '打包机'))
  })
})

it('CountBadge names its count, and is absent without one', () => {
  const { rerender } = renderWithTexts(<CountBadge count={120} label="120 条未上传" />)
  expect(screen.getByText('99+').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByText('120 条未上传')).toBeTruthy()
  rerender(<CountBadge count={0} label="0 条未上传" />)
  expect(document.querySelector('.adm-badge')).toBeNull()
})

it('ResultView announces its title as a heading', () => {
  renderWithTexts(<ResultView title="已发货" description="客户甲" />)
  expect(screen.getByRole('status').textContent).toBe('已发货客户甲')
  expect(screen.getByRole('heading', { name: '已发货' })).toBeTruthy()
})

it('LongText leaves short texts as they are', () => {
  const { container } = renderWithTexts(<LongText text="皮带断裂" />)
  expect(container.innerHTML).toBe('皮带断裂')
})

describe('PictureUpload', () => {
  function Logo({ acceptFile }: { acceptFile: (file: File) => boolean }) {
    const [keys, setKeys] = useState<readonly string[]>([])
    return (
      <PictureUpload
        label="标志"
        pictures={keys.map((key) => ({ key, url: '' }))}
        max={1}
        accept="image/png"
        acceptFile={acceptFile}
        upload={(file) => Promise.resolve(`stored ${file.name}`)}
        onChange={setKeys}
      />
    )
  }
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  const getInput = () => screen.getByLabelText<HTMLInputElement>('选择图片 标志')
  beforeEach(() => {
    URL.createObjectURL = () => 'blob:logo'
    URL.revokeObjectURL = () => undefined
  })
  it('uploads a picture, shows it, and removes it', async () => {
    renderWithTexts(<Logo acceptFile={() => true} />)
    fireEvent.change(getInput(), { target: { files: [file] } })
    await userEvent.click(await screen.findByRole('button', { name: '移除图片' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: '移除图片' })).toBeNull())
  })
  it('does not upload a picture that cannot be used', async () => {
    const acceptFile = vi.fn(() => false)
    renderWithTexts(<Logo acceptFile={acceptFile} />)
    fireEvent.change(getInput(), { target: { files: [file] } })
    await waitFor(() => expect(acceptFile).toHaveBeenCalledOnce())
    expect(screen.queryByRole('button', { name: '移除图片' })).toBeNull()
  })
})
