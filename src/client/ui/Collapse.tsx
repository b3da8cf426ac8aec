import '../antd'
import './collapse.css'
import AntdCollapse from 'antd-mobile/es/components/collapse'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { DownIcon } from './icons'
import { useIsTouch } from './use-device'

export interface CollapseProps {
  title: ReactNode
  /** Open at first. */
  isOpen?: boolean
  className?: string
  children: ReactNode
}
/** A section that opens at a tap on its title: antd-mobile's Collapse on touch screens, `details` with a mouse. */
export function Collapse({ title, isOpen = false, className, children }: CollapseProps) {
  if (useIsTouch())
    return (
      <TouchCollapse title={title} isOpen={isOpen} className={className ?? ''}>
        {children}
      </TouchCollapse>
    )
  return (
    <details className={className} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
const PANEL_KEY = 'panel'
function TouchCollapse({ title, isOpen, className, children }: Required<CollapseProps>) {
  const collapseRef = useRef<HTMLDivElement>(null)
  const [openKeys, setOpenKeys] = useState<string[]>(isOpen ? [PANEL_KEY] : [])
  const isExpanded = openKeys.length > 0
  // antd-mobile's header is a link without address, role and keys, and its closed content can still have the focus.
  useEffect(() => {
    const header = collapseRef.current?.querySelector<HTMLElement>('.adm-collapse-panel-header')
    header?.setAttribute('role', 'button')
    header?.setAttribute('tabindex', '0')
    header?.setAttribute('aria-expanded', String(isExpanded))
    collapseRef.current?.querySelector('.adm-collapse-panel-content')?.toggleAttribute('inert', !isExpanded)
  })
  useEffect(() => {
    const header = collapseRef.current?.querySelector<HTMLElement>('.adm-collapse-panel-header')
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      header?.click()
    }
    header?.addEventListener('keydown', onKeyDown)
    return () => header?.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div ref={collapseRef} className={`ui-collapse ${className}`.trim()}>
      <AntdCollapse activeKey={openKeys} onChange={setOpenKeys}>
        <AntdCollapse.Panel key={PANEL_KEY} title={title} arrowIcon={<DownIcon size={20} />}>
          <div className="stack">{children}</div>
        </AntdCollapse.Panel>
      </AntdCollapse>
    </div>
  )
}
