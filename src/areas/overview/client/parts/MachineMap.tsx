import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Tone } from '@/contract/state-machine'
import { usePageLink } from '@/client/shell/use-page-link'
import { BarList } from '@/client/ui/drawings/BarList'
import { StateBadge } from '@/client/ui/StateBadge'
import { conditionTones, machineStateTones } from '@/areas/equipment/contract/tones'
import type { MachineSituation } from '../../contract/glance-endpoints'

type Machine = MachineSituation['equipment'][number]
/** States of the map by urgency; `normal` machines are squares without text. */
const mapStates = [
  'lineStopped',
  'reported',
  'inMaintenance',
  'toConfirmByProduction',
  'toConfirmFinally',
  'notUsed',
  'normal',
] as const
type MapState = (typeof mapStates)[number]
const getMapState = ({ lineStopped, condition, state }: Machine): MapState => {
  if (lineStopped) return 'lineStopped'
  if (condition !== 'normal') return condition
  return state === 'notUsed' ? 'notUsed' : 'normal'
}
const getTone = (state: MapState): Tone => {
  if (state === 'lineStopped') return 'bad'
  if (state === 'reported') return 'warn'
  return state === 'notUsed' ? machineStateTones.notUsed : conditionTones[state]
}

function useStateLabel(): (state: MapState) => string {
  const { t } = useTranslation(['overview', 'equipment'])
  return (state) => {
    if (state === 'lineStopped') return t('machines.stopsLine')
    return state === 'notUsed'
      ? t('equipment:equipment.options.state.notUsed')
      : t(`equipment:equipment.options.condition.${state}`)
  }
}
/** Every machine by line, coloured by its state; a tap opens the machine. The legend counts the states. */
export function MachineMap({
  situation,
  isFaultyOnly = false,
  isWallScreen,
}: {
  situation: MachineSituation
  /** Leaves out machines that are in use and without a repair. */
  isFaultyOnly?: boolean
  isWallScreen?: boolean | undefined
}) {
  const { t } = useTranslation('overview')
  const getStateLabel = useStateLabel()
  const { equipment, lines } = situation
  return (
    <section className="overview" aria-label={t('machines.map')}>
      <p className="overview-states">
        {mapStates.map((state) => {
          const count = equipment.filter((machine) => getMapState(machine) === state).length
          return (
            count > 0 && (
              <StateBadge key={state} tone={getTone(state)}>
                {getStateLabel(state)} {count}
              </StateBadge>
            )
          )
        })}
      </p>
      <div className="overview-two">
        {lines.map((line) => (
          <section key={line.lineId ?? ''} aria-label={line.label}>
            <h3>
              {line.label}{' '}
              <span className="quiet">
                {t('machines.ofLine', { machines: line.machines, faulty: line.faulty, upkeep: line.upkeep })}
              </span>
            </h3>
            <ul className="machine-map">
              {equipment
                .filter(
                  (machine) => machine.lineId === line.lineId && !(isFaultyOnly && getMapState(machine) === 'normal'),
                )
                .toSorted((a, b) => mapStates.indexOf(getMapState(a)) - mapStates.indexOf(getMapState(b)))
                .map((machine) => (
                  <MachineSquare key={machine.equipmentId} machine={machine} isWallScreen={isWallScreen} />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}
/** Number of machines in each state except `normal`, as bars. */
export function MachineStateBars({ situation }: { situation: MachineSituation }) {
  const { t } = useTranslation('overview')
  const getStateLabel = useStateLabel()
  const rows = mapStates
    .filter((state) => state !== 'normal')
    .map((state) => ({
      key: state,
      label: getStateLabel(state),
      value: situation.equipment.filter((machine) => getMapState(machine) === state).length,
      tone: getTone(state),
    }))
  return <BarList label={t('machines.map')} rows={rows.map((row) => ({ ...row, text: String(row.value) }))} />
}
function MachineSquare({ machine, isWallScreen }: { machine: Machine; isWallScreen: boolean | undefined }) {
  const getPageLink = usePageLink()
  const getStateLabel = useStateLabel()
  const state = getMapState(machine)
  const name = `${machine.label} · ${getStateLabel(state)}`
  const to = isWallScreen ? null : getPageLink('equipmentLedger', { id: machine.equipmentId })
  const badge = <StateBadge tone={getTone(state)}>{state === 'normal' ? null : machine.code}</StateBadge>
  return (
    <li title={name}>
      {to ? (
        <Link to={to} aria-label={name}>
          {badge}
        </Link>
      ) : (
        <>
          {badge}
          <span className="ui-hidden">{name}</span>
        </>
      )}
    </li>
  )
}
