import '../forms.css'
import './answers.css'
import './walk.css'
import '../maintenance.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { notifySaved } from '@/client/api/notify-saved'
import { findRowByCode, notifyRefusal } from '@/client/api/scanned-row'
import { useLanguage } from '@/client/format/use-language'
import { MissingRowView } from '@/client/resource/MissingRowView'
import {
  isScanned,
  ScannerDialog,
  parseCodeSource,
  useHardwareScanner,
  type CodeRefusal,
  type CodeSource,
} from '@/client/ui/ScannerDialog'
import { recordTrouble } from '@/client/ui/trouble'
import { equipment } from '@/areas/equipment/contract/equipment'
import { PointScreen } from './PointScreen'
import { RoundOverview } from './RoundOverview'
import { machineWords } from './item-words'
import { pointByCode, type PointDraft, type Round, type WalkPoint } from './round-state'
import { useNow } from '@/client/use-now'
import { useParams } from '@/client/use-params'
import { useWakeLock } from './use-wake-lock'
import { useWalk, type Walk } from './use-walk'

/** A round being walked. The open point is in the address: the phone's back button leaves the point, not the round. */
export default function WalkPage({ roundId, onBack }: { roundId: string; onBack: () => void }) {
  const walk = useWalk(roundId)
  if (walk.round) return <Walking walk={walk} round={walk.round} roundId={roundId} onBack={onBack} />
  return <MissingRowView opened={{ ...walk, busy: walk.isLoading }} onBack={onBack} />
}

function Walking({ walk, round, roundId, onBack }: { walk: Walk; round: Round; roundId: string; onBack: () => void }) {
  const { t } = useTranslation('maintenance')
  const [scanning, setScanning] = useState(false)
  const [proved, setProved] = useState<{ key: string; begin: Partial<PointDraft> } | null>(null)
  const now = useNow()
  const walking = round.state === 'inProgress'
  const { key, code, open } = useOpenPoint(roundId, walking)
  const { points, progress } = walk
  const point = points.find((one) => one.key === key) ?? null
  const steps = useRoundSteps(walk, onBack)
  useWakeLock(walking)

  const language = useLanguage()
  const wordsOf = useCallback((machine: WalkPoint['machine']) => machineWords(machine, language, t), [language, t])
  const strangerSaid = useStranger()
  const scanned = useCallback(
    async (text: string, how: CodeSource): Promise<CodeRefusal> => {
      const hit = pointByCode(
        points,
        text,
        isScanned(how) ? 'scanner' : 'hand',
        (one) => progress.states.get(one) === 'open',
      )
      if (!hit) return strangerSaid(text)
      const wanted = points.find((one) => one.key === key)
      if (wanted && hit.point.equipmentId !== wanted.equipmentId) {
        const other = t('pages.polling.otherPoint', {
          found: wordsOf(hit.point.machine),
          wanted: wordsOf(wanted.machine),
        })
        // After typing, the person is still here. After a scan, the person is at the scanned point.
        if (!isScanned(how)) return other
        void notify(other, 'fail')
      }
      setScanning(false)
      if (hit.point.scanRequired && hit.presence === 'byHand') {
        // Typed or read from a picture: the code is stored and marked as such, but proves nothing here.
        void notify(t('pages.polling.scanRequired'), 'fail')
        setProved({ key: hit.point.key, begin: { scannedText: text } })
        return open(hit.point.key, key !== null)
      }
      setProved({ key: hit.point.key, begin: { presence: hit.presence, scannedText: text } })
      open(hit.point.key, key !== null)
    },
    [points, progress, open, key, t, strangerSaid, wordsOf],
  )
  useHardwareScanner((text) => void scanned(text, 'camera').then(notifyRefusal), walking)
  // Waits for the machines: until then, their labels would be reported as not part of the round.
  useArrivedByScan(walking && points.length > 0 && !walk.isReading, scanned)

  // Opens the first point as soon as the phone knows that the round has started. A scanned code opens its own point.
  const start = () =>
    void steps.start(() => {
      if (!code) open(progress.next?.key ?? null)
    })
  // The point just answered counts as open until the outbox has reported it, so it is excluded here.
  const goOn = () =>
    open(points.find((one) => one.key !== key && progress.states.get(one.key) === 'open')?.key ?? null, true)
  const choose = (next: string) => {
    setProved(null)
    open(next)
  }
  return (
    <>
      {point ? (
        <PointScreen
          key={point.key}
          walk={walk}
          roundId={roundId}
          point={point}
          begin={proved?.key === point.key ? proved.begin : NOTHING}
          onScan={() => setScanning(true)}
          onBack={() => open(null, true)}
          onDone={goOn}
        />
      ) : (
        <RoundOverview
          walk={walk}
          round={round}
          now={now}
          busy={steps.busy}
          onPoint={choose}
          onScan={() => setScanning(true)}
          onStart={start}
          onFinish={(note) => void steps.finish(note)}
          onBack={onBack}
        />
      )}
      {scanning && (
        <ScannerDialog
          onCode={scanned}
          onClose={() => setScanning(false)}
          hint={point ? `${t('pages.polling.scanWhat')} ${point.code}` : t('pages.polling.scanAny')}
        />
      )}
    </>
  )
}

const NOTHING: Partial<PointDraft> = {}

/** Returns a function that builds the message for a code outside the round, with the name of its row if known. */
function useStranger(): (text: string) => Promise<string> {
  const { t } = useTranslation('maintenance')
  return useCallback(
    async (text) => {
      const hit = await findRowByCode(text, [equipment.name]).catch((error: unknown) => {
        recordTrouble('code not looked up', error)
        return null
      })
      return t('pages.polling.notInRound', { code: hit?.label ?? text })
    },
    [t],
  )
}

/** Reads the open point from the address and returns a function to open another. */
function useOpenPoint(roundId: string, walking: boolean) {
  const [params, change] = useParams()
  const open = useCallback(
    // A scan opened this page with the round's id and code; both are removed.
    (next: string | null, replace = false) =>
      change({ walk: roundId, point: next, id: null, code: null, how: null }, replace),
    [change, roundId],
  )
  return { key: walking ? params.get('point') : null, code: params.get('code'), open }
}

/** Commands to start and finish a round; errors are displayed as notices. */
function useRoundSteps(walk: Walk, onBack: () => void) {
  const { t } = useTranslation(['maintenance', 'client'])
  const [busy, setBusy] = useState(false)
  const step = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      void notify(
        t('pages.polling.notSaved', { reason: error instanceof Error ? error.message : String(error) }),
        'fail',
      )
    } finally {
      setBusy(false)
    }
  }
  const start = (then: () => void) =>
    step(async () => {
      await walk.start()
      then()
    })
  const finish = (note: string) =>
    step(async () => {
      void notifySaved(t, await walk.finish(note), t('pages.polling.finished'))
      onBack()
    })
  return { busy, start, finish }
}

/** Handles the code with which the universal scan opened this page. It proves presence at its point, once. */
function useArrivedByScan(ready: boolean, scanned: (text: string, how: CodeSource) => Promise<CodeRefusal>): void {
  const [params] = useParams()
  const used = useRef<string | null>(null)
  const code = params.get('code')
  const how = parseCodeSource(params.get('how'))
  useEffect(() => {
    if (!ready || !code || used.current === code) return
    used.current = code
    void scanned(code, how).then(notifyRefusal)
  }, [ready, code, how, scanned])
}
