import './tags.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import type { PageViewProps } from '@/client/area'
import { useLanguage } from '@/client/format/use-language'
import { formatMoment } from '@/client/format/time'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { chooseByLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { liveTags } from '../contract/calls'
import { tag } from '../contract/tag'
import { TagChart } from './TagChart'

type Tag = Row<typeof tag>
const columns = ['code', 'name', 'kind', 'unit', 'lineId', 'areaId', 'lineKey', 'active'] as const
const LIVE_MS = 15_000

/** Tags, with live value and chart in the detail panel. */
export default function TagsView({ tabs }: PageViewProps) {
  return (
    <ResourcePage
      of={tag}
      columns={columns}
      parts={{ above: tabs, detail: (open) => <Panel key={open.row.id} open={open} /> }}
    />
  )
}

function Panel({ open }: { open: OpenRow }) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const row = open.row as ListRow & Tag
  const mayEdit = useCanCall(tag.endpoints.update)
  return (
    <PageFrame
      title={row.code}
      sub={chooseByLanguage(language, row.name, row.nameEn) ?? row.name}
      {...(open.onBack ? { onBack: open.onBack } : {})}
      primary={
        mayEdit && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={open.onEdit}>
            {t('resource.edit')}
          </Button>
        )
      }
    >
      <Now of={row} />
      <TagChart of={row} />
      <ResourceDetailView of={tag} row={row} refs={open.refs} />
    </PageFrame>
  )
}

/** Live value; a stale value is displayed with its time. */
function Now({ of }: { of: Tag }) {
  const { t } = useTranslation('telemetry')
  const zone = usePlantZone()
  const { data } = useEndpoint(liveTags, { tagIds: [of.id] }, { refreshEvery: LIVE_MS })
  const live = data?.[0]
  if (!live) return null
  if (live.value === null || live.at === null) return <StateBadge tone="idle">{t('pages.tags.never')}</StateBadge>
  return (
    <p className="tag-now">
      <Quantity value={live.value} unit={of.unit} decimals={3} whole low={of.low} high={of.high} />
      {live.stale ? (
        <StateBadge tone="warn">{t('pages.tags.stale', { at: formatMoment(live.at, zone) })}</StateBadge>
      ) : (
        <StateBadge tone="ok">{t('pages.tags.now')}</StateBadge>
      )}
      {live.lateS !== null && live.lateS > of.everyS && (
        <StateBadge tone="idle">{t('pages.tags.late', { seconds: live.lateS })}</StateBadge>
      )}
    </p>
  )
}
