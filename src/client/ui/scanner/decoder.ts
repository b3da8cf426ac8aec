import { recordTrouble } from '../trouble'

/** Finds a code in a picture; `decode` returns null if there is none. */
export type Decoder = {
  name: 'native' | 'wasm' | 'script'
  decode: (picture: HTMLCanvasElement) => Promise<string | null>
}

type Detector = { detect: (source: HTMLCanvasElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Code formats of the plant's labels, as BarcodeDetector names them. The first is required. */
const CODE_FORMATS = ['qr_code', 'code_128', 'code_39', 'data_matrix', 'ean_13', 'itf']

async function createNativeDecoder(): Promise<Decoder | null> {
  const DetectorConstructor = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (!DetectorConstructor) return null
  try {
    // Some systems expose the interface without an implementation.
    const supported = await DetectorConstructor.getSupportedFormats()
    const formats = CODE_FORMATS.filter((format) => supported.includes(format))
    if (!formats.includes('qr_code')) return null
    const detector = new DetectorConstructor({ formats })
    return {
      name: 'native',
      decode: async (picture) => (await detector.detect(picture))[0]?.rawValue || null,
    }
  } catch (error) {
    recordTrouble('native code detector unusable', error)
    return null
  }
}

/** Formats of `CODE_FORMATS`, as zxing-wasm names them. */
const WASM_FORMATS = ['QRCode', 'Code128', 'Code39', 'DataMatrix', 'EAN13', 'ITF'] as const

/**
 * ZXing compiled to WebAssembly, for browsers without a detector, e.g. Safari. It reads small, tilted, dark and crumpled
 * labels that the script decoder does not.
 */
async function createWasmDecoder(): Promise<Decoder | null> {
  try {
    const [{ prepareZXingModule, readBarcodes }, { default: wasmUrl }] = await Promise.all([
      import('zxing-wasm/reader'),
      import('zxing-wasm/reader/zxing_reader.wasm?url'),
    ])
    // By default the library would load its WebAssembly from another host.
    await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
    return {
      name: 'wasm',
      decode: async (picture) => {
        const pixels = picture.getContext('2d')!.getImageData(0, 0, picture.width, picture.height)
        const [result] = await readBarcodes(pixels, { formats: [...WASM_FORMATS], maxNumberOfSymbols: 1 })
        return result?.text || null
      },
    }
  } catch (error) {
    recordTrouble('WebAssembly decoder unusable', error)
    return null
  }
}

/**
 * The decoder of html5-qrcode, for browsers without WebAssembly. It is imported by its path, because the public parts
 * of the package have faults. `scanFileV2` sets `innerHTML`, which Trusted Types forbid, and keeps two object URLs of
 * every picture in memory. The package's camera can show the video twice.
 */
async function createScriptDecoder(): Promise<Decoder> {
  const [{ ZXingHtml5QrcodeDecoder }, { BaseLoggger, Html5QrcodeSupportedFormats: Kind }] = await Promise.all([
    import('html5-qrcode/esm/zxing-html5-qrcode-decoder'),
    import('html5-qrcode/esm/core'),
  ])
  const kinds = [Kind.QR_CODE, Kind.CODE_128, Kind.CODE_39, Kind.DATA_MATRIX, Kind.EAN_13, Kind.ITF]
  const zxing = new ZXingHtml5QrcodeDecoder(kinds, false, new BaseLoggger(false))
  return {
    name: 'script',
    decode: async (picture) => {
      try {
        return (await zxing.decodeAsync(picture)).text || null
      } catch {
        // The decoder throws for every picture without a code, which is no error.
        return null
      }
    },
  }
}

const createBundledDecoder = async (): Promise<Decoder> => (await createWasmDecoder()) ?? createScriptDecoder()

/** Returns the platform's detector if it works, otherwise a bundled one, which is loaded on demand. */
export async function loadDecoder(): Promise<Decoder> {
  const nativeDecoder = await createNativeDecoder()
  if (!nativeDecoder) return createBundledDecoder()
  let bundledDecoder: Promise<Decoder> | null = null
  return {
    name: 'native',
    decode: async (picture) => {
      if (bundledDecoder) return (await bundledDecoder).decode(picture)
      try {
        return await nativeDecoder.decode(picture)
      } catch (error) {
        recordTrouble('native code detector failed, falling back', error)
        bundledDecoder = createBundledDecoder()
        return (await bundledDecoder).decode(picture)
      }
    },
  }
}
