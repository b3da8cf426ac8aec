import '../equipment.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useLabels } from '@/client/i18n/labels'
import { useElementWidth } from '@/client/ui/use-element-width'
import { useCorrectedCommand } from '@/client/shell/row-address'
import { Tabs } from '@/client/ui/Tabs'
import { RecordKindPage, type RecordKindDefinition } from './RecordKindPage'

/** Width in px that a kind needs in the tab bar. With less room for all kinds a drop-down is shown. */
const MIN_KIND_WIDTH_PX = 120

/** Page for several kinds of record with a switch; the address parameter `of` holds the kind. */
export function RecordKindSwitchPage({ kinds }: { kinds: readonly [RecordKindDefinition, ...RecordKindDefinition[]] }) {
  const [params, setParams] = useSearchParams()
  const commandToCorrect = useCorrectedCommand()
  const kindName = commandToCorrect?.resource ?? params.get('of')
  const kind = kinds.find(({ resource }) => resource.name === kindName) ?? kinds[0]
  const kindTabs = useMemo(
    () => (
      <RecordKindTabs
        kinds={kinds}
        chosen={kind}
        onChoose={(name) => setParams((currentParams) => buildKindParams(currentParams, name), { replace: true })}
      />
    ),
    [kinds, kind, setParams],
  )
  return <RecordKindPage key={kind.resource.name} kind={kind} kindTabs={kindTabs} />
}

function RecordKindTabs({
  kinds,
  chosen,
  onChoose,
}: {
  kinds: readonly RecordKindDefinition[]
  chosen: RecordKindDefinition
  onChoose: (name: string) => void
}) {
  const { t } = useTranslation('equipment')
  const labels = useLabels('equipment')
  const [tabBarRef, width] = useElementWidth<HTMLDivElement>()
  const label = t('pages.records.kind')
  return (
    <div className="eq-kinds" ref={tabBarRef}>
      {width >= kinds.length * MIN_KIND_WIDTH_PX ? (
        <Tabs
          label={label}
          switchesViews
          chosen={chosen.resource.name}
          onChoose={onChoose}
          tabs={kinds.map(({ resource }) => ({ key: resource.name, label: labels.name(resource) }))}
        />
      ) : (
        <select
          className="ui-input"
          aria-label={label}
          value={chosen.resource.name}
          onChange={(event) => onChoose(event.target.value)}
        >
          {kinds.map(({ resource }) => (
            <option key={resource.name} value={resource.name}>
              {labels.name(resource)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
/** Builds the address for another kind. Machine and search text apply to every kind and are preserved. */
function buildKindParams(currentParams: URLSearchParams, kindName: string): URLSearchParams {
  return new URLSearchParams([
    ['of', kindName],
    ...[...currentParams].filter(([name]) => name === 'equipmentId' || name === 'q'),
  ])
}
