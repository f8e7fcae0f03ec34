import { Component, type ReactNode } from 'react';

/** It is shown instead of a blank page if rendering fails. */
export class ErrorScreen extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="error-screen" role="alert">
        <h1>Unexpected Application Error!</h1>
        <p>Something on this screen went wrong. Everything you saved is safe.</p>
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}
