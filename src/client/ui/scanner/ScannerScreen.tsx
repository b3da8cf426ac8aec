import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button'
import { PictureIcon } from '../icons'
import { Sheet } from '../Sheet'
import { Viewfinder } from '../viewfinder/Viewfinder'
import { useCamera } from '../viewfinder/use-camera'
import { loadDecoder, type Decoder } from './decoder'
import { readPhoto } from './read-photo'
import type { CodeSource, ScannerProps } from './scanner-props'
import { signalHit } from './signal'
import { useScanLoop } from './use-scan-loop'
import { recordTrouble } from '../trouble'

/** Time for which the frame highlights a hit, ms. */
const SHOWN = 700

/** Scanner in a full-screen dialog, with photo and manual input as alternatives. */
export default function ScannerScreen(props: ScannerProps) {
  const { t } = useTranslation('client')
  return (
    <Sheet open full onClose={props.onClose} title={t('ui.scanner.title')}>
      <Body {...props} />
    </Sheet>
  )
}

/** Starts loading the decoder while the camera opens. Without it (offline and never loaded) typing still works. */
function startDecoder(): Promise<Decoder> {
  const decoder = loadDecoder()
  decoder.catch((error: unknown) => recordTrouble('no code decoder', error))
  return decoder
}

function Body({ onCode, onClose, hint }: ScannerProps) {
  const { t } = useTranslation('client')
  const camera = useCamera()
  const [decoder] = useState(startDecoder)
  const [found, setFound] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [lit, setLit] = useState(false)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const give = async (code: string, how: CodeSource): Promise<boolean> => {
    const why = (await onCode(code, how)) || null
    setRefused(why)
    return why === null
  }
  const hit = (code: string, how: 'camera' | 'photo') => {
    signalHit()
    setFound(code)
    setLit(true)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setLit(false), SHOWN)
    void give(code, how)
  }
  useScanLoop(camera.video, camera.status === 'live', decoder, (code) => hit(code, 'camera'))
  return (
    <div className="ui-scan">
      <Viewfinder camera={camera} title={t('ui.scanner.title')} onClose={onClose}>
        <div className={`ui-scan-frame${lit ? ' is-hit' : ''}`} />
        <p className="ui-scan-hint">{hint ?? t('ui.scanner.hint')}</p>
      </Viewfinder>
      <div className="ui-scan-panel">
        <output>{found && t('ui.scanner.found', { code: found })}</output>
        <PhotoScan decoder={decoder} onHit={(code) => hit(code, 'photo')} />
        <ManualCode refused={refused} onCode={(code) => give(code, 'manual')} />
      </div>
    </div>
  )
}

/** Reads a code from a photo, for cameras that cannot stream and codes that cannot be held still. */
function PhotoScan({ decoder, onHit }: { decoder: Promise<Decoder>; onHit: (code: string) => void }) {
  const { t } = useTranslation('client')
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const read = async (file: File) => {
    setBusy(true)
    setFault(null)
    try {
      const code = await readPhoto(file, await decoder)
      if (code) onHit(code)
      else setFault('ui.scanner.notFound')
    } catch (error) {
      recordTrouble('photo not readable', error)
      setFault('ui.photoError.unreadable')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {fault && <p role="alert">{t(fault)}</p>}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void read(file)
        }}
      />
      <Button disabled={busy} onClick={() => input.current?.click()} icon={<PictureIcon size={20} />}>
        {t('ui.scanner.photo')}
      </Button>
    </>
  )
}

/** Input for a typed code. It is no <form>: the scanner opens inside forms, and a nested form would reload the page. */
function ManualCode({ refused, onCode }: { refused: string | null; onCode: (code: string) => Promise<boolean> }) {
  const { t } = useTranslation('client')
  const [text, setText] = useState('')
  const id = useId()
  const take = async () => {
    const code = text.trim()
    if (!code) return
    setText('') // Clear immediately: the next code may be the same one.
    // Put a rejected code back for correction, unless the next one has been started.
    if (!(await onCode(code))) setText((now) => now || code)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault() // otherwise it submits the surrounding form
    void take()
  }
  return (
    <div className="ui-scan-manual">
      <label htmlFor={id}>{t('ui.scanner.manual')}</label>
      <div>
        <input
          id={id}
          className="ui-input"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          placeholder={t('ui.scanner.code')}
          aria-invalid={refused !== null}
          aria-describedby={refused ? `${id}-why` : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
        <Button look="primary" disabled={!text.trim()} onClick={() => void take()}>
          {t('ui.scanner.enter')}
        </Button>
      </div>
      {refused && (
        <p id={`${id}-why`} role="alert">
          {refused}
        </p>
      )}
    </div>
  )
}
