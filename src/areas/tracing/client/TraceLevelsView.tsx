import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PageName } from '@/contract/menu'
import { MISSING_TEXT } from '@/client/format/number'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { ForwardIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { useIsPrinting } from '@/client/ui/display-settings'
import { isReworked } from '@/areas/slitting/rules/slit-roll'
import { gradeTones } from '@/areas/rolls/client/shared/roll-display'
import {
  getLevels,
  findRelatedNodes,
  type TraceLevel,
  type TraceKind,
  type TraceNode,
  type TraceTree,
} from './trace-tree'

/**
 * Number of nodes of a level that are displayed at first, and added by a tap on "more". A lot may be in 2,000 rolls.
 */
const INITIAL_NODES = 24
const MORE_NODES = 200
/** Page that opens a node of each kind. */
const pagesByKind: Readonly<Partial<Record<TraceKind, PageName>>> = {
  materialLot: 'rawMaterial',
  jumboRoll: 'rollInteractive',
  slitRoll: 'divideInteractive',
  package: 'divideInteractive',
  workOrder: 'progressMonitoring',
  erpOrder: 'orderSync',
}

/** Displays a trace tree by level. A tap on a node highlights everything connected with the node. */
export function TraceLevelsView({
  tree,
  startId,
  onTrace,
}: {
  tree: TraceTree
  startId: string
  onTrace: (kind: TraceKind, id: string) => void
}) {
  const { t } = useTranslation('tracing')
  const [chosenId, setChosen] = useState<string | null>(null)
  const levels = useMemo(() => getLevels(tree), [tree])
  const relatedIds = useMemo(() => (chosenId ? findRelatedNodes(tree, chosenId) : null), [tree, chosenId])
  return (
    <>
      {tree.cut && (
        <p className="quiet" role="status">
          {t(tree.pages > 1 ? 'pages.qualityTracking.paged' : 'pages.qualityTracking.cut')}
        </p>
      )}
      <PelletNotice tree={tree} />
      <div className="trace-levels stack gap-4">
        {levels.map((level) => (
          <LevelSection
            key={level.kind}
            level={level}
            startId={startId}
            relatedIds={relatedIds}
            chosenId={chosenId}
            onChoose={(id) => setChosen(id === chosenId ? null : id)}
            onTrace={onTrace}
          />
        ))}
      </div>
    </>
  )
}
/** Shows how many rolls and lots the tree omits, and how many kilograms of pellets have unrecorded sources. */
function PelletNotice({ tree }: { tree: TraceTree }) {
  const { t } = useTranslation('tracing')
  const { hiddenJumbos, hiddenLots, unrecordedPelletsKg } = tree
  return (
    <>
      {hiddenJumbos > 0 && (
        <p className="quiet" role="status">
          {t('pages.qualityTracking.hiddenJumbos', { count: hiddenJumbos })}
        </p>
      )}
      {hiddenLots > 0 && (
        <p className="quiet" role="status">
          {t('pages.qualityTracking.hiddenLots', { count: hiddenLots })}
        </p>
      )}
      {unrecordedPelletsKg > 0 && (
        <p role="status">
          <StateBadge tone="warn">{t('answers.sourcesMissing')}</StateBadge>{' '}
          <Quantity value={unrecordedPelletsKg} unit="kg" decimals={3} />
        </p>
      )}
    </>
  )
}
/** Returns true for a reworked roll, whose kilograms count in the rolls made of it. */
const isReplaced = ({ kind, state }: TraceNode): boolean => kind === 'slitRoll' && isReworked(state)
interface LevelSectionProps {
  level: TraceLevel
  startId: string
  relatedIds: ReadonlySet<string> | null
  chosenId: string | null
  onChoose: (id: string) => void
  onTrace: (kind: TraceKind, id: string) => void
}
function LevelSection({ level, startId, relatedIds, chosenId, onChoose, onTrace }: LevelSectionProps) {
  const { t } = useTranslation('tracing')
  const [requestedLimit, setRequestedLimit] = useState(INITIAL_NODES)
  // A printout contains all nodes.
  const nodeLimit = useIsPrinting() ? level.nodes.length : requestedLimit
  const nodes = relatedIds
    ? [...level.nodes].sort((a, b) => Number(relatedIds.has(b.id)) - Number(relatedIds.has(a.id)))
    : level.nodes
  const getNodeState = ({ id }: TraceNode) => {
    if (!relatedIds) return null
    if (id === chosenId) return 'chosen'
    return relatedIds.has(id) ? 'lit' : 'dim'
  }
  return (
    <section>
      <h2>
        <span>{t(`inputOptions.kind.${level.kind}`)}</span>
        <b>{level.total}</b>
      </h2>
      {level.kg !== null && (
        <p className="quiet">
          {level.total > level.nodes.length ? t('pages.qualityTracking.shown', { shown: level.nodes.length }) : ''}{' '}
          <Quantity value={level.kg} unit="kg" decimals={1} />
          {level.nodes.some(isReplaced) && ` · ${t('pages.qualityTracking.withoutReplaced')}`}
        </p>
      )}
      <ul className="trace-nodes">
        {nodes.slice(0, nodeLimit).map((node) => (
          <NodeCard
            key={node.id}
            node={node}
            isStart={node.id === startId}
            state={getNodeState(node)}
            onChoose={() => onChoose(node.id)}
            onTrace={() => onTrace(node.kind, node.id)}
          />
        ))}
      </ul>
      {nodes.length > nodeLimit && (
        <Button block onClick={() => setRequestedLimit(nodeLimit + MORE_NODES)}>
          {t('pages.qualityTracking.more', { count: nodes.length - nodeLimit })}
        </Button>
      )}
    </section>
  )
}
function NodeCard({
  node,
  isStart,
  state,
  onChoose,
  onTrace,
}: {
  node: TraceNode
  isStart: boolean
  state: 'chosen' | 'lit' | 'dim' | null
  onChoose: () => void
  onTrace: () => void
}) {
  const { t } = useTranslation(['tracing', 'slitting', 'rolls'])
  const zone = usePlantZone()
  const link = usePageLink()
  const page = pagesByKind[node.kind]
  const address = page ? link(page, { id: node.id }) : null
  const label =
    node.kind === 'slitSet' ? t('slitting:pages.divideInteractive.setWord', { set: node.label }) : node.label
  // A roll that is still being wound has no number.
  const title = label || (node.kind === 'jumboRoll' ? t('rolls:pages.winder.onWinder') : MISSING_TEXT)
  return (
    <li className={['trace-node', isStart && 'is-start', state && `is-${state}`].filter(Boolean).join(' ')}>
      <button type="button" className="ui-card" aria-pressed={state === 'chosen'} onClick={onChoose}>
        <b>{title}</b>
        {node.note && <span className="quiet">{node.note}</span>}
        {(node.at !== null || node.kg !== null) && (
          <span className="quiet">
            {node.at && formatMoment(node.at, zone)}
            {node.at && node.kg !== null && ' · '}
            {node.kg !== null && <Quantity value={node.kg} unit="kg" decimals={1} />}
          </span>
        )}
        {node.kind === 'jumboRoll' && <UnknownLotsBadge node={node} />}
        <EarlyUseBadges node={node} />
        {(node.through === 'pellets' || node.through === 'unrecorded') && <PelletContentRow node={node} />}
        {node.kind === 'slitRoll' && (node.state === 'recycled' || node.state === 'reworked') && (
          <span>
            <StateBadge tone="idle">{t(`slitRoll.options.state.${node.state}`)}</StateBadge>
          </span>
        )}
        {node.grade && node.grade !== 'good' && (
          <span>
            <StateBadge tone={gradeTones[node.grade as keyof typeof gradeTones] ?? 'idle'}>
              {t(`slitRoll.options.grade.${node.grade}`)}
            </StateBadge>
          </span>
        )}
      </button>
      {state === 'chosen' && (
        <div className="trace-ways cluster">
          {!isStart && <Button onClick={onTrace}>{t('pages.qualityTracking.fromHere')}</Button>}
          {address && (
            <Link className="ui-button" to={address}>
              {t('pages.qualityTracking.open')} <ForwardIcon size={16} />
            </Link>
          )}
        </div>
      )}
    </li>
  )
}
/** Shows the maximum kilograms of a lot that came through reclaimed pellets, with the path. */
function PelletContentRow({ node }: { node: TraceNode }) {
  const { t } = useTranslation('tracing')
  return (
    <>
      <span>
        {t(`inputOptions.through.${node.through ?? 'direct'}`)} · {t('answers.maxKg')}{' '}
        <Quantity value={node.maxKg} unit="kg" decimals={3} />
      </span>
      {node.traceAmount && (
        <span>
          <StateBadge tone="idle">{t('answers.traceAmount')}</StateBadge>
        </span>
      )}
      {node.path && <span className="quiet">{node.path}</span>}
    </>
  )
}
/** Marks a lot that was fed before its receipt or before quality released it. */
function EarlyUseBadges({ node }: { node: TraceNode }) {
  const { t } = useTranslation('tracing')
  const reasons = (['usedBeforeReceipt', 'usedBeforeRelease'] as const).filter((reason) => node[reason])
  return reasons.map((reason) => (
    <span key={reason}>
      <StateBadge tone="warn">{t(`answers.${reason}`)}</StateBadge>
    </span>
  ))
}
/** Warns that the lots in part of a roll are unknown, so that a recall may miss the roll. */
function UnknownLotsBadge({ node }: { node: TraceNode }) {
  const { t } = useTranslation(['tracing', 'rolls'])
  if (node.unknownKg === 0 || node.at === null) return null
  return (
    <span>
      <StateBadge tone="warn">
        {node.unknownKg === null ? (
          t('pages.qualityTracking.notCounted')
        ) : (
          <>
            {t('rolls:jumboRoll.fields.unknownKg')} <Quantity value={node.unknownKg} unit="kg" decimals={1} />
          </>
        )}
      </StateBadge>
    </span>
  )
}
