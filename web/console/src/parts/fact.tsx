import { Id } from './id.tsx'
import { When } from './when.tsx'

type Props = { told: string; at?: string | false | null; id?: string | null }

/** One more fact in the line of a record, with its time or its id. Shows nothing without one. */
export const Fact = ({ told, at, id }: Props) =>
  (at || id) && (
    <>
      {' '}
      · {told} {at ? <When at={at} /> : <Id value={id!} />}
    </>
  )
