/** The bars of a phone: the head of the page at the top, the places at the bottom. */
import '../antd'
import AdmNavBar from 'antd-mobile/es/components/nav-bar'
import AdmTabBar from 'antd-mobile/es/components/tab-bar'
import { createContext, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import type { Icon } from './icons'

/** Element of the bar at the top of a phone, into which the open page puts its head; null on wider screens and inside of a page. */
export const NavBarSlotContext = createContext<HTMLElement | null>(null)

export interface NavBarProps {
  title: string
  subtitle?: ReactNode
  /** Button that leads back. */
  back?: ReactNode
  /** Actions beside the title. */
  tools?: ReactNode
}

/** Head of a page as antd-mobile's navigation bar, displayed in the slot of the shell. */
export function NavBar({ slot, ...bar }: NavBarProps & { slot: HTMLElement }) {
  return createPortal(<NavBarContent {...bar} />, slot)
}
function NavBarContent({ title, subtitle, back, tools }: NavBarProps) {
  const box = useRef<HTMLDivElement>(null)
  // antd-mobile marks the left side as a button, even with a button inside or without any.
  useLayoutEffect(() => box.current?.querySelector('.adm-nav-bar-left')?.removeAttribute('role'))
  return (
    <div ref={box} className="ui-nav-bar">
      <AdmNavBar back={null} backIcon={false} left={back} right={tools}>
        <h1>{title}</h1>
        {subtitle && <p>{subtitle}</p>}
      </AdmNavBar>
    </div>
  )
}

export interface TabBarPlace {
  address: string
  label: string
  icon: Icon
  /** The raised button in the middle. */
  isMain?: boolean
}

/** antd-mobile's tab bar at the bottom of a phone. Its places are links, so that they have addresses and focus. */
export function TabBar({ places }: { places: readonly TabBarPlace[] }) {
  const { t } = useTranslation('client')
  const { pathname } = useLocation()
  const currentPlace = places.find(({ address }) => pathname === address || pathname.startsWith(`${address}/`))
  return (
    <nav className="bar" aria-label={t('shell.places')}>
      <AdmTabBar activeKey={currentPlace?.address ?? null}>
        {places.map(({ address, label, icon: PlaceIcon, isMain }) => (
          <AdmTabBar.Item
            key={address}
            className={isMain ? 'bar-main' : ''}
            title={
              <NavLink to={address}>
                <PlaceIcon />
                <span>{label}</span>
              </NavLink>
            }
          />
        ))}
      </AdmTabBar>
    </nav>
  )
}
