import { StandardsPage } from './StandardsPage'

/** 分切工艺: how their jumbos are slit. */
export default function SlittingProcessPage() {
  return <StandardsPage variant="slitting" />
}
