import '../antd'
import AdmTabBar from 'antd-mobile/es/components/tab-bar'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import type { Icon } from './icons'

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
