import './labels.css'
import '@/client/fields/fields.css'
import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useUnsentCommands } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { UnsentNotice } from '@/client/resource/UnsentBadge'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { ErrorState } from '@/client/ui/ErrorState'
import { DownloadIcon, PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { recordTrouble } from '@/client/ui/trouble'
import { printedLabel } from '../../contract/jumbo-endpoints'
import { getLabelPixels } from './draw-label'
import { paperSizes, type RollLabelKind, type LabelSize } from './label-content'
import { toBitmap, buildLabelsPdf, type Bitmap } from './build-labels-pdf'
import { usePackageLabels } from './use-package-labels'
import { useRollLabels, useLabelWords, useLabelPictures, type LabelPicture } from './use-labels'

const NO_IDS: readonly string[] = []
/** Labels of jumbo rolls, slit rolls and packages: choose the paper, print, or save a PDF. Works offline. */
export default function LabelsView({
  kind,
  ids,
  onBack,
}: {
  kind: RollLabelKind
  ids: readonly string[]
  onBack: () => void
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const [size, setSize] = useState<LabelSize>('roll')
  const { printedIds, countPrints } = usePrintedLabels(kind)
  const rolls = useRollLabels(kind === 'package' ? 'slitRoll' : kind, kind === 'package' ? NO_IDS : ids, printedIds)
  const packages = usePackageLabels(kind === 'package' ? ids : NO_IDS, printedIds)
  const { labels, isLoading, error, refetch, copyCount } = kind === 'package' ? packages : rolls
  const { words, isIncomplete: lacksLanguage } = useLabelWords()
  const { pictures, failureReason } = useLabelPictures(labels, words, size)
  const isReady = pictures.length > 0 && pictures.length === labels.length
  const onPrinted = () => countPrints(pictures.map((picture) => picture.id))
  const saveAsPdf = async () => {
    try {
      await savePdf(pictures, size, t('pages.labels.file'))
      onPrinted()
    } catch (caught) {
      void notify(
        t('pages.labels.failed', { reason: caught instanceof Error ? caught.message : String(caught) }),
        'fail',
      )
    }
  }
  return (
    <PageFrame
      title={t('pages.labels.title')}
      onBack={onBack}
      primary={
        <>
          <Button
            className="beside"
            icon={<DownloadIcon size={20} />}
            disabled={!isReady}
            onClick={() => void saveAsPdf()}
          >
            {t('pages.labels.pdf')}
          </Button>
          <Button
            look="primary"
            icon={<PrintIcon size={20} />}
            disabled={!isReady}
            onClick={() => {
              window.print()
              onPrinted()
            }}
          >
            {t('pages.labels.print')}
          </Button>
        </>
      }
    >
      <fieldset className="choices" aria-label={t('pages.labels.stock')}>
        {(Object.keys(paperSizes) as LabelSize[]).map((labelSize) => (
          <button key={labelSize} type="button" aria-pressed={size === labelSize} onClick={() => setSize(labelSize)}>
            {t(`pages.labels.stocks.${labelSize}`)}
          </button>
        ))}
      </fieldset>
      {copyCount > 0 && <p className="quiet">{t('pages.labels.copies', { count: copyCount })}</p>}
      {lacksLanguage && <p className="form-warn">{t('pages.labels.languageMissing')}</p>}
      {(isLoading || (labels.length > 0 && pictures.length === 0 && !failureReason)) && <SkeletonList />}
      {rolls.refused && (
        <>
          <p>{t('pages.labels.refused')}</p>
          <UnsentNotice pending={rolls.refused} />
        </>
      )}
      {error && labels.length === 0 && !rolls.refused && !rolls.awaitsNumber && (
        <NotLoadedView query={{ error, refetch }} />
      )}
      {failureReason && (
        <ErrorState title={t('pages.labels.failed', { reason: failureReason })} detail="" onRetry={refetch} />
      )}
      {!isLoading && (!error || rolls.awaitsNumber) && !rolls.refused && labels.length === 0 && (
        <EmptyState title={t('pages.labels.none')} advice={t('pages.labels.noneNext')} />
      )}
      <ul className={`rl-list is-${size}`}>
        {pictures.map((picture) => (
          <li key={picture.id}>
            <img src={picture.url} alt={t('pages.labels.alt', { number: picture.number })} />
          </li>
        ))}
      </ul>
      {createPortal(
        <div className={`rl-paper is-${size}`} aria-hidden="true">
          {pictures.map((picture) => (
            <img key={picture.id} src={picture.url} alt="" />
          ))}
        </div>,
        document.body,
      )}
    </PageFrame>
  )
}
/** Returns the rolls printed since the page was opened, or printed by this phone and not yet counted by the server. */
function usePrintedLabels(kind: RollLabelKind): {
  printedIds: ReadonlySet<string>
  countPrints: (ids: readonly string[]) => void
} {
  const [newlyPrintedIds, setNewlyPrintedIds] = useState<readonly string[]>([])
  const unsent = useUnsentCommands()
  const { run } = useCommand(printedLabel)
  const printedIds = useMemo(
    () =>
      new Set([
        ...newlyPrintedIds,
        ...unsent
          .filter((item) => item.op === printedLabel.name)
          .flatMap((item) => String(item.body['ids'] ?? '').split(',')),
      ]),
    [newlyPrintedIds, unsent],
  )
  const countPrints = (ids: readonly string[]) => {
    setNewlyPrintedIds((previousIds) => [...previousIds, ...ids])
    // The label is printed anyway; a phone without storage only misses the count.
    void run(
      { id: createUuid7(), ids: ids.join(','), kind },
      {
        quiet: true,
        savedMessage: null,
        changedResources: [kind],
        onRefused: (error) => recordTrouble('print not counted', error),
      },
    )
  }
  return { printedIds, countPrints }
}
async function savePdf(pictures: readonly LabelPicture[], size: LabelSize, name: string): Promise<void> {
  const labels: Bitmap[] = []
  for (const { label } of pictures) labels.push(toBitmap(await getLabelPixels(label, size)))
  const url = URL.createObjectURL(new Blob([await buildLabelsPdf(labels, size, name)], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}-${pictures.length === 1 ? pictures[0]!.number : pictures.length}.pdf`
  link.click()
  URL.revokeObjectURL(url)
}
