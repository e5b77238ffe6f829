/** Keeps a transaction open: its work awaits `hold`, and the test awaits `isHeld` and calls `release`. */
export function holdOpen() {
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const hold = () => {
    held();
    return isReleased;
  };
  return { hold, isHeld, release };
}
